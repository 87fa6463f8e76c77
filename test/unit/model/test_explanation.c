/* Explanations: they are those of the numbers that pme_predict gives, and their parts add up to them. */
#include <malloc.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pmecache/explanation.h"
#include "pmecache/report.h"
#include "test/property/programs/random_program.h"

typedef struct answer {
  pme_program *program;
  pme_concrete *concrete;
  pme_machine machine;
  pme_arena *arena;
  pme_prediction *prediction;
  const pme_explanation *explanation;
} answer;

static void ask(answer *a, const char *program, const char *machine, int threads, bool thorough, bool coherence) {
  pme_error error = {0};
  pme_what_if what_if = {.threads = threads};
  pme_explain_options options = {.predict = {.budget_ms = 100, .coherence = coherence, .sampled_only = thorough},
                                 .thorough = thorough};
  if (pme_program_read(program, strlen(program), &a->program, &error) != PME_OK)
    fail_msg("%d:%d %s", error.line, error.column, error.message);
  assert_int_equal(pme_machine_read(machine, strlen(machine), &a->machine, &error), PME_OK);
  assert_int_equal(pme_concrete_create(a->program, &what_if, &a->concrete, &error), PME_OK);
  a->arena = pme_arena_create();
  assert_non_null(a->arena);
  assert_int_equal(pme_predict(a->concrete, &a->machine, &options.predict, a->arena, &a->prediction, &error), PME_OK);
  assert_int_equal(pme_explain(a->concrete, &a->machine, &options, a->arena, &a->explanation, &error), PME_OK);
}

static void forget(answer *a) {
  pme_arena_destroy(a->arena);
  pme_concrete_destroy(a->concrete);
  pme_program_destroy(a->program);
}

/* ---- what holds for every explanation ---- */

static void assert_near(double value, double expected, double scale) {
  if (!(fabs(value - expected) <= 1e-9 * (fabs(scale) + 1)))
    fail_msg("%.17g, expected %.17g", value, expected);
}

static void assert_same(const pme_misses *a, const pme_misses *b) {
  assert_true(a->misses == b->misses && a->accesses == b->accesses && a->low == b->low && a->high == b->high &&
              a->cold == b->cold && a->self == b->self && a->other_threads == b->other_threads &&
              a->engine == b->engine);
}

typedef struct tally {
  bool thorough;
  int formed, without_rest, coherent, strata, certified, missing, sources, reuses, uncertain_reuses,
      choices[PME_CHOICE_COUNTED + 1];
} tally;

/* Samples may find more than a cache can miss: the walk's number is then cut to the lines that its accesses are in, as
 * many of each. */
static bool is_cut(const pme_misses *walk, double sum) {
  double lines = (walk->misses - walk->coherence) / walk->accesses;
  return lines >= 1 && fabs(lines - round(lines)) < 1e-9 && sum > lines * walk->accesses;
}

static void check_strata(const answer *a, const pme_number *number, tally *t) {
  double misses = 0, accesses = 0;
  for (int i = 0; i < number->stratum_count; i++) {
    const pme_stratum *s = &number->strata[i];
    char text[PME_REUSE_TEXT_BYTES];
    t->strata++;
    t->certified += s->certified;
    t->missing += s->missing > 0;
    assert_true(s->accesses >= 0 || !t->thorough);
    assert_true(s->missing >= 0 && s->missing <= s->samples && s->misses >= 0);
    assert_true(s->certified ? s->misses == 0 && s->samples == 0 && s->kind != PME_REUSE_NONE : s->half_width >= 0);
    assert_true(s->cold + s->other_threads <= s->misses * (1 + 1e-9));
    assert_true((s->kind == PME_REUSE_NONE) == (i == number->stratum_count - 1));
    pme_stratum_write(s, a->prediction->subject, text, sizeof text);
    assert_true(text[0] && strlen(text) < sizeof text - 1);
    if (s->source != PME_NONE) {
      t->sources++;
      assert_int_equal(pme_program_node(a->program, s->source)->kind, PME_NODE_ACCESS);
      assert_true(s->source_share > 0 && s->source_share <= 1 && s->samples > 0);
    }
    misses += s->misses;
    accesses += s->accesses;
  }
  if (number->stratum_count == 0)
    return;
  if (t->thorough)
    assert_near(accesses, number->walk.accesses, number->walk.accesses);
  if (!is_cut(&number->walk, misses))
    assert_near(misses + number->walk.coherence, number->walk.misses, misses);
  t->coherent += number->walk.coherence > 0;
}

static void check_reuses(const answer *a, int level, const pme_number *number, tally *t) {
  double misses = number->first_touches + number->rest;
  int ways = a->machine.levels[level].associativity;
  for (int i = 0; i < number->reuse_count; i++) {
    const pme_reuse *reuse = &number->reuses[i];
    char text[PME_REUSE_TEXT_BYTES];
    double all = 0;
    t->reuses++;
    t->uncertain_reuses += reuse->probability > 0.01 && reuse->probability < 0.99;
    for (int c = 0; c <= ways; c++)
      all += reuse->area_vector[c];
    if (t->thorough) {
      assert_near(all, 1, 1);
      assert_near(reuse->area_vector[ways], reuse->probability, 100);
    }
    assert_near(reuse->lines * reuse->probability, reuse->misses, reuse->misses);
    assert_true(reuse->lines > 0 && (i == 0 || reuse->misses <= number->reuses[i - 1].misses));
    pme_reuse_write(reuse, a->prediction->subject, text, sizeof text);
    assert_true(text[0] && strlen(text) < sizeof text - 1);
    misses += reuse->misses;
  }
  assert_near(misses, number->form.misses, misses);
  t->formed += number->reuse_count > 0;
  t->without_rest += number->reuse_count > 0 && fabs(number->rest) <= 1e-6 * number->form.misses;
}

static void check(const answer *a, tally *t) {
  const pme_prediction *prediction = a->prediction, *explained = a->explanation->prediction;
  assert_int_equal(prediction->reference_count, explained->reference_count);
  for (int r = 0; r < prediction->reference_count; r++)
    for (int level = 0; level < prediction->level_count; level++) {
      const pme_misses *answer = &prediction->references[r].levels[level];
      const pme_number *number = pme_explanation_at(a->explanation, r, level);
      assert_int_equal(prediction->references[r].modelled, explained->references[r].modelled);
      assert_same(answer, &explained->references[r].levels[level]);
      t->choices[number->choice]++;
      assert_true((number->choice == PME_CHOICE_NO_ANSWER) == !prediction->references[r].modelled);
      if (number->choice == PME_CHOICE_NO_ANSWER)
        continue;
      if (number->choice == PME_CHOICE_COUNTED) {
        assert_true(number->correction == 0 && (answer->low == answer->high || answer->placement > 0));
        continue;
      }
      const pme_misses *chosen = answer->engine == PME_ENGINE_WALK ? &number->walk : &number->form;
      double coherence = answer->engine == PME_ENGINE_WALK ? 0 : number->walk.coherence;
      assert_near(chosen->misses + coherence + number->correction, answer->misses, answer->misses);
      assert_true(answer->engine == PME_ENGINE_WALK ? number->has_walk : number->has_form);
      check_strata(a, number, t);
      check_reuses(a, level, number, t);
    }
}

/* ---- tests ---- */

static void check_random(random_profile profile, int seeds, bool thorough, tally *t) {
  static random_program random;
  for (int seed = 0; seed < seeds; seed++) {
    answer a;
    random_program_make((uint64_t)seed + 7000, &(random_knobs){.profile = profile, .with_bases = seed % 2}, &random);
    ask(&a, random.program, random.machine, 0, thorough, seed % 3 == 0);
    t->thorough = thorough;
    check(&a, t);
    forget(&a);
  }
}

static void test_rectangular(void **state) {
  (void)state;
  tally t = {0};
  check_random(RANDOM_RECTANGULAR, 40, true, &t);
  assert_true(2 * t.without_rest > t.formed); /* first touches are seldom corrected */
  assert_true(t.strata > 300 && t.certified > 50 && t.missing > 50 && t.reuses > 300 && t.uncertain_reuses > 20);
  assert_true(t.choices[PME_CHOICE_WALK_LEVEL] > 0);
}

static void test_general(void **state) {
  (void)state;
  tally t = {0};
  check_random(RANDOM_GENERAL, 60, true, &t);
  assert_true(t.strata > 300 && t.certified > 50 && t.missing > 50 && t.reuses > 300 && t.sources > 50 &&
              t.coherent > 5);
  assert_true(t.choices[PME_CHOICE_WALK_LEVEL] > 0 && t.choices[PME_CHOICE_FORM_CONFIRMED] > 0);
  check_random(RANDOM_GENERAL, 20, false, &t);
  assert_true(t.choices[PME_CHOICE_COUNTED] > 20);
}

#define MATMUL                                                                                                         \
  "pme 1\nparam n = 1000\narray A element 8 extents n n\narray B element 8 extents n n\n"                              \
  "array C element 8 extents n n\nloop i = 0 .. n - 1 parallel schedule static\n  loop j = 0 .. n - 1\n"               \
  "    loop k = 0 .. n - 1\n      read A[i, k]\n      read B[k, j]\n    end\n    write C[i, j]\n  end\nend\n"

static double lines_of(const pme_number *number) {
  double lines = number->first_touches;
  for (int i = 0; i < number->reuse_count; i++)
    lines += number->reuses[i].lines;
  return lines;
}

/* Reuses and first touches are all the accesses to B; of four threads that read the same one counts. */
static void test_lines(void **state) {
  (void)state;
  answer a;
  ask(&a, MATMUL, "cores=4;L1=32K,8,64;L2=8M,16,64,shared=4", 4, true, false);
  const pme_number *l1 = pme_explanation_at(a.explanation, 1, 0), *shared = pme_explanation_at(a.explanation, 1, 1);
  assert_true(fabs(lines_of(l1) - 1e9) < 2e6 && fabs(l1->rest) < 1);
  assert_true(fabs(lines_of(shared) - 2.5e8) < 5e5 && fabs(shared->rest) < 1);
  assert_true(shared->reuses[0].is_shared && !l1->reuses[0].is_shared);
  assert_int_equal(shared->strata[0].kind, PME_REUSE_THREADS);
  assert_true(shared->strata[0].certified && fabs(shared->strata[0].accesses - 7.5e8) < 1);
  forget(&a);
}

/* The numbers of docs/user/explain.md: B's column, 1000 lines, a row of A, 125, and one of C come between two touches
 * of a line of B; that is 17.6 lines for each of 64 sets, so all is gone. */
static void test_by_hand(void **state) {
  (void)state;
  answer a;
  ask(&a, MATMUL, "cores=4;L1=32K,8,64;L2=256K,8,64", 4, true, false);
  const pme_number *l1 = pme_explanation_at(a.explanation, 1, 0), *l2 = pme_explanation_at(a.explanation, 1, 1);
  assert_int_equal(l1->stratum_count, 3);
  const pme_stratum *near = &l1->strata[0], *far = &l1->strata[1];
  assert_int_equal(near->kind, PME_REUSE_ITERATION);
  assert_string_equal(pme_program_node(a.program, near->loop)->u.loop.variable, "j");
  assert_true(near->stride_bytes == 8 && !near->certified && near->missing == near->samples);
  assert_true(fabs(near->accesses - 8.75e8) < 0.01e9);
  assert_int_equal(far->kind, PME_REUSE_ITERATION);
  assert_string_equal(pme_program_node(a.program, far->loop)->u.loop.variable, "i");
  assert_int_equal(far->stride_bytes, 0);
  assert_true(far->source == a.prediction->references[1].node && far->source_share == 1);
  assert_true(l2->strata[0].certified);
  const pme_reuse *reuse = &l1->reuses[0];
  assert_string_equal(pme_program_node(a.program, reuse->loop)->u.loop.variable, "j");
  assert_true(reuse->distance == 1 && !reuse->is_shared && !reuse->of_chunks);
  assert_int_equal(reuse->source, a.prediction->references[1].node);
  assert_true(fabs(reuse->window_lines - 1127) < 2 && reuse->probability > 0.999 && reuse->lines > 8.7e8);
  forget(&a);
}

/* Columns of thousands of rows in a cache with room for all of them: more rows than are joined one by one. */
static void test_many_rows(void **state) {
  (void)state;
  answer a;
  ask(&a,
      "pme 1\nfunction f\narray a element 8 extents 2200 2200 group 0 base 0 align 64\n"
      "array x element 8 extents 2200 group 0 base 38720000 align 64\n"
      "array y element 8 extents 2200 group 0 base 38737600 align 64\n"
      "loop i = 0 .. 2199 parallel schedule static\nloop j = 0 .. 2199\nread a @ 8*i + 17600*j\nread x @ 8*j\nend\n"
      "write y @ 8*i\nend\n",
      "cores=2;L1=48K,12,64;L2=2M,16,64;L3=480M,16,64,shared=2", 2, false, true);
  pme_explain_options patient = {.thorough = true};
  assert_int_equal(pme_explain(a.concrete, &a.machine, &patient, a.arena, &a.explanation, NULL), PME_OK);
  const pme_misses *l3 = &a.prediction->references[0].levels[2];
  assert_true(l3->misses > 0.9 * 605000 && l3->misses < 1.1 * 605000);
  forget(&a);
}

/* Reports of an explanation run out of memory at every request in turn. */
static void test_reports_no_memory(void **state) {
  (void)state;
  answer a;
  ask(&a, MATMUL, "cores=4;L1=32K,8,64;L2=256K,8,64", 4, true, false);
  bool succeeded = false;
  for (long n = 1; !succeeded && n < 100000; n += 1 + n / 16) {
    pme_json *json = NULL;
    pme_error error = {0};
    const pme_remark *remarks;
    int count;
    pme_arena *arena = pme_arena_create();
    pme_fail_allocation_after(n);
    pme_status remarked = pme_remarks_explain(a.explanation, PME_REMARK_ANALYSIS, arena, &remarks, &count, &error);
    pme_status status = pme_json_create("explain", &a.machine, &json, &error);
    if (status == PME_OK)
      status = pme_json_add_explanation(json, a.explanation, NULL, NULL, &error);
    pme_fail_allocation_after(0);
    pme_json_destroy(json);
    pme_arena_destroy(arena);
    assert_true(remarked == PME_OK || remarked == PME_NO_MEMORY);
    assert_true(status == PME_OK || status == PME_NO_MEMORY);
    succeeded = remarked == PME_OK && status == PME_OK;
  }
  assert_true(succeeded);
  forget(&a);
}

/* One remark for the parallel loop, which names for each level the access and the loop that most misses are due to. */
static void test_remark(void **state) {
  (void)state;
  answer a;
  pme_error error = {0};
  const pme_remark *remarks;
  int count, found = 0;
  ask(&a, MATMUL, "cores=4;L1=32K,8,64;L2=256K,8,64", 4, false, false);
  assert_int_equal(pme_remarks_explain(a.explanation, PME_REMARK_ANALYSIS, a.arena, &remarks, &count, &error), PME_OK);
  for (int i = 0; i < count; i++) {
    if (strcmp(remarks[i].name, "MissCauses") != 0)
      continue;
    found++;
    const char *l1 = strstr(remarks[i].text, "parallel loop 'i': L1 from the walk (");
    assert_non_null(l1);
    l1 = strstr(l1, "of the misses reading 'B', same line in the iteration of 'j' before; L2 from the walk (");
    assert_non_null(l1);
    assert_non_null(strstr(l1, "of the misses reading 'B', same place in the iteration of 'i' before"));
  }
  assert_int_equal(found, 1);
  forget(&a);
}

/* Who listens hears of engines whose answer was counted in the end: what they assume is none of the answer's. */
static void test_assumptions_are_those_of_the_answer(void **state) {
  (void)state;
  answer a;
  ask(&a,
      "pme 1\narray own element 8 extents 256 align 64 private\narray once element 8 extents 64 group 0 base 64 align "
      "64\n"
      "array a element 8 extents 4096 group 0 base 576 align 64\nregion\nloop i = 0 .. 255\nwrite own @ 8*i\nend\n"
      "if one-thread\nloop i = 0 .. 63\nread once @ 8*i\nwrite once @ 8*i\nend\nend\n"
      "loop i = 0 .. 4095 parallel schedule dynamic 8\nwrite a @ 8*i\nend\n"
      "loop i = 0 .. 63 parallel schedule static nowait\nloop j = 0 .. 63\nread a @ 512*i + 8*j\nend\nend\nend\n",
      "cores=4;L1=32K,8,64;L2=256K,8,64;L3=8M,16,64,shared=4", 4, false, true);
  const pme_prediction *told = a.explanation->prediction;
  assert_int_equal(told->assumption_count, a.prediction->assumption_count);
  for (int i = 0; i < told->assumption_count; i++)
    assert_int_equal(told->assumptions[i].code, a.prediction->assumptions[i].code);
  forget(&a);
}

static void test_no_memory(void **state) {
  (void)state;
  pme_error error = {0};
  pme_program *program;
  pme_concrete *concrete;
  pme_machine machine;
  const pme_explanation *explanation;
  pme_explain_options options = {.predict = {.budget_ms = 20}, .thorough = true};
  const char *text = "cores=2;L1=4K,2,64;L2=64K,4,64,shared=2";
  assert_int_equal(pme_program_read(MATMUL, strlen(MATMUL), &program, &error), PME_OK);
  assert_int_equal(pme_machine_read(text, strlen(text), &machine, &error), PME_OK);
  assert_int_equal(pme_concrete_create(program, &(pme_what_if){.threads = 2}, &concrete, &error), PME_OK);
  bool succeeded = false;
  for (long n = 1; !succeeded && n < 100000; n += 1 + n / 8) {
    pme_arena *arena = pme_arena_create();
    pme_fail_allocation_after(n);
    pme_status status = pme_explain(concrete, &machine, &options, arena, &explanation, &error);
    pme_fail_allocation_after(0);
    assert_true(status == PME_OK || status == PME_NO_MEMORY);
    succeeded = status == PME_OK;
    assert_true(succeeded || n > 0);
    pme_arena_destroy(arena);
  }
  assert_true(succeeded);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
}

/* ---- what is kept ---- */

/* Of memory that is in use; 0 where the C library does not tell. */
static size_t bytes_in_use(void) {
#ifdef __GLIBC__
  struct mallinfo2 now = mallinfo2();
  return now.uordblks + now.hblkhd;
#else
  return 0;
#endif
}

static void write_many_accesses(char *text, size_t bytes, int count) {
  size_t used = (size_t)snprintf(text, bytes, "pme 1\nfunction f\narray a element 8\nloop i = 0 .. 9999 parallel\n");
  for (int k = 0; k < count; k++)
    used += (size_t)snprintf(text + used, bytes - used, "  read a @ 8*i + %d\n", 8 * k);
  snprintf(text + used, bytes - used, "end\n");
}

/* Engines work in memory that is given back when they have answered: of a body of thousands of accesses an explanation
 * kept ten times what its prediction takes. */
static void test_keeps_no_more_than_it_tells(void **state) {
  (void)state;
  static char text[1000 * 40];
  answer a = {0};
  pme_error error = {0};
  pme_arena *predicted = pme_arena_create();
  write_many_accesses(text, sizeof text, 1000);
  ask(&a, text, "cores=2;L1=4K,2,64;L2=64K,4,64,shared=2", 2, false, false);
  size_t before = bytes_in_use();
  pme_explain_options options = {.predict = {.budget_ms = 100}};
  assert_int_equal(pme_predict(a.concrete, &a.machine, &options.predict, predicted, &a.prediction, &error), PME_OK);
  size_t of_prediction = bytes_in_use() - before;
  pme_arena *explained = pme_arena_create();
  before = bytes_in_use();
  assert_int_equal(pme_explain(a.concrete, &a.machine, &options, explained, &a.explanation, &error), PME_OK);
  size_t of_explanation = bytes_in_use() - before;
  if (of_explanation > 5 * of_prediction)
    fail_msg("an explanation keeps %zu bytes, a prediction %zu", of_explanation, of_prediction);
  pme_arena_destroy(predicted);
  pme_arena_destroy(explained);
  forget(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_by_hand),     cmocka_unit_test(test_lines),
      cmocka_unit_test(test_rectangular), cmocka_unit_test(test_general),
      cmocka_unit_test(test_remark),      cmocka_unit_test(test_assumptions_are_those_of_the_answer),
      cmocka_unit_test(test_no_memory),   cmocka_unit_test(test_reports_no_memory),
      cmocka_unit_test(test_many_rows),   cmocka_unit_test(test_keeps_no_more_than_it_tells),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
