/* What misses of a loop are due to, and what to do about them, in one line each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/report/words/advice_words.h"
#include "analysis/report/words/cause.h"
#include "pmecache/arena.h"
#include "test/unit/core/evaluated.h"

#define COSTS                                                                                                          \
  "cores=4;L1=32K,8,64,latency=4,throughput=4;L2=8M,16,64,shared=4,latency=40,throughput=5;memory=160,throughput=6;"   \
  "transfer=80;issue=4;chain=4;divide=5;uncertainty=0.05;frequency=2G"

static void has(const char *text, const char *words) {
  if (!strstr(text, words))
    fail_msg("no \"%s\" in \"%s\"", words, text);
}

/* A stream: each line is touched for the first time. */
static void first_touches_are_the_cause(void **state) {
  (void)state;
  evaluated e;
  const pme_explanation *explanation;
  char text[PME__CAUSE_TEXT_BYTES], cut[24];
  evaluate(&e, "array a element 8 base 0\nloop i = 0 .. 99999\nread a @ 8*i\nend\n", "cores=1;L1=4K,4,64");
  assert_int_equal(pme_explain(e.concrete, &e.machine, &(pme_explain_options){0}, e.arena, &explanation, NULL), PME_OK);
  pme__write_cause(explanation, 0, text, sizeof text);
  has(text, "L1");
  has(text, "first touches");
  has(text, "'a'");
  pme__write_cause(explanation, 0, cut, sizeof cut);
  assert_int_equal(strlen(cut), sizeof cut - 1);
  assert_memory_equal(cut, text, sizeof cut - 1);
  forget(&e);
}

static void advise(evaluated *e, const char *body, const pme_advice **advice) {
  pme_error error = {0};
  pme_predict_options predict = {.coherence = true};
  evaluate(e, body, COSTS);
  if (pme_predict(e->concrete, &e->machine, &predict, e->arena, &e->prediction, &error) ||
      pme_advise(e->prediction, &(pme_what_if){0}, &(pme_advise_options){.scope = PME_ADVISE_CHUNK}, e->arena, advice,
                 &error))
    fail_msg("%s", error.message);
  assert_int_equal((*advice)->loop_count, 1);
}

/* Chunks of 1 write into each other's lines. */
static void a_change_that_pays(void **state) {
  (void)state;
  evaluated e;
  const pme_advice *advice;
  char text[PME__ADVICE_TEXT_BYTES], reason[PME__ADVICE_TEXT_BYTES];
  advise(&e,
         "array y element 8 base 0\nloop t = 0 .. 99\nloop i = 0 .. 4095 parallel schedule static 1 threads 4 work 2\n"
         "write y @ 8*i\nend\nend\n",
         &advice);
  const pme_loop_advice *loop = &advice->loops[0];
  assert_true(loop->pays);
  pme__write_advice(advice, loop, text, sizeof text);
  has(text, "schedule(static");
  has(text, "in place of schedule(static,1)");
  has(text, "misses of");
  pme__write_reason(advice, loop, &loop->candidates[0], reason, sizeof reason);
  has(reason, "'y'");
  has(text, reason);
  forget(&e);
}

/* What the prediction does not know the advice does not know, either. */
static void an_open_level(void **state) {
  (void)state;
  evaluated e;
  const pme_advice *advice;
  char text[PME__ADVICE_TEXT_BYTES];
  advise(&e,
         "array y element 8 base 0\nloop t = 0 .. 99\nloop i = 0 .. 4095 parallel schedule static 1 threads 4 work 2\n"
         "write y @ 8*i\nend\nend\n",
         &advice);
  const pme_loop_advice *loop = &advice->loops[0];
  pme_misses *now = (pme_misses *)(uintptr_t)&loop->candidates[loop->present].levels[0];
  pme_misses *best = (pme_misses *)(uintptr_t)&loop->candidates[0].levels[0];
  *now = (pme_misses){.precision = PME_PRECISION_ESTIMATE, .misses = 250e3, .high = 400e3, .accesses = 409600};
  best->low = best->high = best->misses = 100;
  pme__write_advice(advice, loop, text, sizeof text);
  has(text, "not known without a run (0 to 400K) -> 100");
  assert_null(strstr(text, "250K"));
  forget(&e);
}

/* Even work, each line once. */
static void no_change_pays(void **state) {
  (void)state;
  evaluated e;
  const pme_advice *advice;
  char text[PME__ADVICE_TEXT_BYTES];
  advise(&e, "array a element 8 base 0\nloop i = 0 .. 199999 parallel threads 4 work 1\nread a @ 8*i\nend\n", &advice);
  assert_false(advice->loops[0].pays);
  pme__write_advice(advice, &advice->loops[0], text, sizeof text);
  assert_true(text[0] && !strstr(text, "in place of"));
  forget(&e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(first_touches_are_the_cause),
      cmocka_unit_test(a_change_that_pays),
      cmocka_unit_test(an_open_level),
      cmocka_unit_test(no_change_pays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
