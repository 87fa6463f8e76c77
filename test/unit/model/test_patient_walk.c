/* Accesses that no equation knows, where the walk has too little effort for them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/model/engines/forming.h"
#include "analysis/model/engines/patient_walk.h"
#include "analysis/model/engines/unanswered.h"
#include "pmecache/arena.h"
#include "pmecache/prediction.h"

/* A red-black smoother of boxes that lie apart. */
static const char smoother[] = "pme 1\narray x element 8 align 16\narray b element 8 align 16\n"
                               "loop blk = 0 .. 71 parallel schedule static 1\n"
                               "  loop k = 1 .. 24\n    loop j = 1 .. 24\n      loop i = 1 .. 12\n"
                               "        read x @ 140608*blk + 5408*k + 208*j + 16*i + 8*((k + j) % 2)\n"
                               "        read x @ 140608*blk + 5408*k + 208*j + 16*i + 8*((k + j) % 2) - 5408\n"
                               "        read x @ 140608*blk + 5408*k + 208*j + 16*i + 8*((k + j) % 2) + 5408\n"
                               "        read b @ 140608*blk + 5408*k + 208*j + 16*i + 8*((k + j) % 2)\n"
                               "        write x @ 140608*blk + 5408*k + 208*j + 16*i + 8*((k + j) % 2)\n"
                               "      end\n    end\n  end\nend\n";

typedef struct question {
  pme_arena *arena;
  pme_machine machine;
  pme_program *program;
  pme_concrete *concrete;
} question;

static void ask(question *q) {
  static const char machine[] = "cores=4;L1=16K,4,64;L2=128K,8,64;L3=4M,16,64,shared=4";
  pme_what_if team = {.threads = 4};
  *q = (question){.arena = pme_arena_create()};
  assert_int_equal(pme_machine_read(machine, strlen(machine), &q->machine, NULL), PME_OK);
  assert_int_equal(pme_program_read(smoother, strlen(smoother), &q->program, NULL), PME_OK);
  assert_int_equal(pme_concrete_create(q->program, &team, &q->concrete, NULL), PME_OK);
}

static void forget(question *q) {
  pme_concrete_destroy(q->concrete);
  pme_program_destroy(q->program);
  pme_arena_destroy(q->arena);
}

static int count_walked(const pme_prediction *walked) {
  int count = 0;
  for (int r = 0; r < walked->reference_count; r++)
    for (int l = 0; l < walked->level_count; l++)
      count += walked->references[r].levels[l].engine == PME_ENGINE_WALK;
  return count;
}

/* Rows and levels that are walked with `most` nanoseconds at most; the effort that it took. */
static int walk(const question *q, double most, double *effort) {
  bool is_short[5];
  const pme__walk_options options = {.effort_nanoseconds = 1e3, .coherence = true, .is_short = is_short};
  pme_prediction *walked;
  assert_int_equal(pme__walk_patiently(q->concrete, &q->machine, &options, most, q->arena, &walked), PME_OK);
  *effort = walked->effort;
  return count_walked(walked);
}

static void test_goes_on_until_all_is_walked(void **state) {
  (void)state;
  question q;
  double little, much;
  ask(&q);
  int some = walk(&q, 1e3, &little), all = walk(&q, 1e9, &much);
  assert_true(some < 15);
  assert_int_equal(all, 15);
  assert_true(much > 2 * little && much < 1e8);
  forget(&q);
}

/* Who could raise the limit is told so, not that the address is beyond the model. */
static void test_says_that_it_is_effort(void **state) {
  (void)state;
  question q;
  pme_prediction *told;
  ask(&q);
  const pme_predict_options little = {.budget_ms = 0.05, .coherence = true, .sampled_only = true};
  assert_int_equal(pme_predict(q.concrete, &q.machine, &little, q.arena, &told, NULL), PME_OK);
  assert_true(told->reason_count > 0);
  for (int i = 0; i < told->reason_count; i++)
    assert_int_equal(told->reasons[i].code, PME_REASON_OVER_BUDGET);
  const pme_predict_options usual = {.coherence = true, .sampled_only = true};
  assert_int_equal(pme_predict(q.concrete, &q.machine, &usual, q.arena, &told, NULL), PME_OK);
  assert_int_equal(told->reason_count, 0);
  forget(&q);
}

static void compare(const pme_prediction *a, const pme_prediction *b) {
  for (int r = 0; r < a->reference_count; r++)
    assert_memory_equal(a->references[r].levels, b->references[r].levels,
                        (size_t)a->level_count * sizeof *a->references[r].levels);
  assert_float_equal(a->effort, b->effort, 0);
}

/* Who needs all of it or nothing: no number of an answer that is cut short, for less effort; all of another one. */
static void test_no_part_where_it_is_of_no_use(void **state) {
  (void)state;
  question q;
  pme_prediction *part, *none, *all, *whole;
  ask(&q);
  pme_predict_options options = {.budget_ms = 0.001, .coherence = true, .sampled_only = true};
  assert_int_equal(pme_predict(q.concrete, &q.machine, &options, q.arena, &part, NULL), PME_OK);
  options.whole_only = true;
  assert_int_equal(pme_predict(q.concrete, &q.machine, &options, q.arena, &none, NULL), PME_OK);
  assert_true(none->reason_count > 0);
  for (int i = 0; i < none->reason_count; i++)
    assert_int_equal(none->reasons[i].code, PME_REASON_OVER_BUDGET);
  assert_int_equal(none->loops[0].status, PME_LOOP_NOT_MODELLED);
  assert_true(none->effort < 0.7 * part->effort);
  options.budget_ms = 0;
  assert_int_equal(pme_predict(q.concrete, &q.machine, &options, q.arena, &whole, NULL), PME_OK);
  options.whole_only = false;
  assert_int_equal(pme_predict(q.concrete, &q.machine, &options, q.arena, &all, NULL), PME_OK);
  compare(all, whole);
  forget(&q);
}

/* No equation knows these places: what the walk is short of stays open. */
static void test_stays_open_without_equations(void **state) {
  (void)state;
  question q;
  pme_prediction *walked;
  ask(&q);
  assert_int_equal(pme_prediction_create(q.concrete, &q.machine, q.arena, &walked, NULL), PME_OK);
  pme__forming forming = {.concrete = q.concrete,
                          .machine = &q.machine,
                          .counts = pme__count_program(q.concrete, q.arena),
                          .guard_shares = pme__guard_shares_create(q.concrete, q.arena),
                          .effort = 1e6,
                          .arena = q.arena};
  assert_false(pme__is_useless(&forming, walked));
  assert_false(pme__is_whole_so_far(&forming, walked, 0));
  assert_int_equal(forming.status, PME_OK);
  assert_true(pme__is_useless(&forming, walked));
  for (int r = 0; r < walked->reference_count; r++)
    walked->references[r].levels[0].engine = PME_ENGINE_WALK;
  assert_false(pme__is_useless(&forming, walked));
  forget(&q);
}

/* One reason for each access that nobody knows; one for all that the effort did not reach. */
static void test_reasons(void **state) {
  (void)state;
  question q;
  const bool were_modelled[5] = {true, true, true, true, true};
  const bool short_of[2][5] = {{false, false, false, false, false}, {true, true, true, true, true}};
  const int reasons[2] = {5, 1};
  const pme_reason_code codes[2] = {PME_REASON_UNSUPPORTED_MODEL, PME_REASON_OVER_BUDGET};
  ask(&q);
  for (int i = 0; i < 2; i++) {
    pme_prediction *told;
    assert_int_equal(pme_prediction_create(q.concrete, &q.machine, q.arena, &told, NULL), PME_OK);
    for (int r = 0; r < told->reference_count; r++)
      told->references[r].modelled = false;
    assert_int_equal(pme__refuse_unanswered(told, were_modelled, short_of[i], q.arena), PME_OK);
    assert_int_equal(told->reason_count, reasons[i]);
    assert_int_equal(told->reasons[0].code, codes[i]);
  }
  forget(&q);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_goes_on_until_all_is_walked),
      cmocka_unit_test(test_says_that_it_is_effort),
      cmocka_unit_test(test_no_part_where_it_is_of_no_use),
      cmocka_unit_test(test_stays_open_without_equations),
      cmocka_unit_test(test_reasons),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
