/* Walks in steps, on random programs: a run that is asked once answers as pme__walk_predict does, bit for bit; one that
 * is asked with little effort first, and then with more, answers as well as one that had all of it at once, by the
 * simulator, and with less work than both one after the other.
 *
 * PMECACHE_TEST_PROGRAMS and PMECACHE_TEST_SEED give more or other programs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/model/walk/estimate/walk.h"
#include "simulator/simulator.h"
#include "test/property/programs/each_program.h"

enum { PROGRAMS = 150, LEAST_MISSES = 50 };
/* Nanoseconds: little enough that proofs are left out, some strata have no samples, and long walks are given up. */
static const double LITTLE[] = {3e4, 2e5, 1e6}, ENOUGH = 8e6;
/* Of the levels, intervals that steps may lose beside those at once, which property-model judges; half-widths. */
static const double MOST_LOST = 0.02, MOST_WIDENING = 1.05;

typedef struct found {
  int levels;                   /* that were compared */
  int inside, direct_inside;    /* whose interval holds the truth: in steps; at once */
  double widths, direct_widths; /* sums of half-widths / misses */
  double work, separate_work;   /* of steps; of two runs */
} found;

typedef struct example {
  pme_program *program;
  pme_concrete *concrete;
  pme_machine machine;
  pme_arena *arena;
} example;

static example prepare(const random_program *random) {
  example e = {.arena = pme_arena_create()};
  assert_non_null(e.arena);
  assert_int_equal(pme_program_read(random->program, strlen(random->program), &e.program, NULL), PME_OK);
  assert_int_equal(pme_machine_read(random->machine, strlen(random->machine), &e.machine, NULL), PME_OK);
  assert_int_equal(pme_concrete_create(e.program, NULL, &e.concrete, NULL), PME_OK);
  return e;
}

static void release(example *e) {
  pme_arena_destroy(e->arena);
  pme_concrete_destroy(e->concrete);
  pme_program_destroy(e->program);
}

static pme_prediction *blank(const example *e) {
  pme_prediction *prediction;
  assert_int_equal(pme_prediction_create(e->concrete, &e->machine, e->arena, &prediction, NULL), PME_OK);
  return prediction;
}

static double work_of(const example *e, const pme__walk_statistics *statistics) {
  double work = 0;
  for (int l = 0; l < e->machine.level_count; l++)
    work += (double)statistics[l].work;
  return work;
}

/* The answer of one walk, summed; adds to *work. */
static pme_prediction *at_once(const example *e, pme__walk_options options, double *work) {
  pme__walk_statistics statistics[PME_MAX_LEVELS] = {{0}};
  pme_prediction *prediction = blank(e);
  options.statistics = statistics;
  assert_int_equal(pme__walk_predict(e->concrete, &e->machine, &options, e->arena, prediction, NULL), PME_OK);
  pme_prediction_sum(prediction);
  *work += work_of(e, statistics);
  return prediction;
}

/* That of the last of `count` steps. */
static pme_prediction *in_steps(const example *e, pme__walk_options *steps, int count, double *work) {
  pme__walk_statistics statistics[PME_MAX_LEVELS] = {{0}};
  pme_prediction *prediction = NULL;
  pme__walk_run *run = NULL;
  assert_int_equal(pme__walk_begin(e->concrete, &e->machine, &run), PME_OK);
  for (int i = 0; i < count; i++) {
    prediction = blank(e);
    steps[i].statistics = statistics;
    assert_int_equal(pme__walk_go_on(run, &steps[i], e->arena, prediction), PME_OK);
  }
  pme__walk_end(run);
  pme_prediction_sum(prediction);
  *work += work_of(e, statistics);
  return prediction;
}

static void assert_equal(const pme_prediction *a, const pme_prediction *b) {
  for (int r = 0; r < a->reference_count; r++)
    for (int l = 0; l < a->level_count; l++) {
      const pme_misses *x = &a->references[r].levels[l], *y = &b->references[r].levels[l];
      assert_true(x->accesses == y->accesses && x->misses == y->misses && x->cold == y->cold &&
                  x->other_threads == y->other_threads && x->coherence == y->coherence && x->low == y->low &&
                  x->high == y->high && x->engine == y->engine);
    }
}

static bool is_answered(const pme_prediction *p) {
  for (int r = 0; r < p->reference_count; r++)
    for (int l = 0; l < p->level_count; l++)
      if (!p->references[r].modelled || p->references[r].levels[l].engine != PME_ENGINE_WALK)
        return false;
  return true;
}

static bool is_inside(const pme_misses *m, double misses) { return misses >= m->low - 0.5 && misses <= m->high + 0.5; }

static double half_width(const pme_misses *m) { return (m->high - m->low) / 2; }

static void judge(const example *e, const pme_prediction *steps, const pme_prediction *direct, bool coherence,
                  found *found) {
  pme_simulate_options options = {.seed = 1, .coherence = coherence};
  pme_prediction *truth;
  assert_int_equal(pme_simulate(e->concrete, &e->machine, &options, e->arena, &truth, NULL), PME_OK);
  for (int l = 0; l < truth->level_count; l++) {
    double misses = truth->levels[l].misses;
    if (misses < LEAST_MISSES)
      continue;
    found->levels++;
    found->inside += is_inside(&steps->levels[l], misses);
    found->direct_inside += is_inside(&direct->levels[l], misses);
    found->widths += half_width(&steps->levels[l]) / misses;
    found->direct_widths += half_width(&direct->levels[l]) / misses;
  }
}

static void look(const random_program *random, double little, found *found) {
  example e = prepare(random);
  bool coherence = little > LITTLE[0];
  pme__walk_options steps[] = {
      {.effort_nanoseconds = little, .relative_target = 0.05, .target_misses = 2, .coherence = coherence},
      {.effort_nanoseconds = ENOUGH, .relative_target = 0.02, .target_misses = 2, .coherence = coherence}};
  double ignored = 0;
  pme_prediction *first = at_once(&e, steps[0], &found->separate_work);
  assert_equal(first, in_steps(&e, steps, 1, &ignored));
  pme_prediction *direct = at_once(&e, steps[1], &found->separate_work);
  pme_prediction *both = in_steps(&e, steps, 2, &found->work);
  if (is_answered(direct)) {
    assert_true(is_answered(both));
    judge(&e, both, direct, coherence, found);
  }
  release(&e);
}

static void look_at_one(void *context, long number, uint64_t seed, const random_program *random) {
  (void)seed;
  look(random, LITTLE[number % 3], context);
}

static void check(random_profile profile) {
  random_knobs knobs = {.profile = profile, .static_only = true, .with_bases = true};
  found found = {0};
  each_program(random_program_make, &knobs, PROGRAMS, 70000, look_at_one, &found);
  print_message("%d levels, %.1f%% in the interval (at once %.1f%%); +-%.2f%% (+-%.2f%%); work %.0f%% of two runs\n",
                found.levels, 100.0 * found.inside / found.levels, 100.0 * found.direct_inside / found.levels,
                100 * found.widths / found.levels, 100 * found.direct_widths / found.levels,
                100 * found.work / found.separate_work);
  assert_true(found.levels > 20);
  assert_true(found.inside >= found.direct_inside - MOST_LOST * found.levels);
  assert_true(found.widths <= MOST_WIDENING * found.direct_widths);
  assert_true(found.work < found.separate_work);
}

static void test_rectangular(void **state) {
  (void)state;
  check(RANDOM_RECTANGULAR);
}

static void test_general(void **state) {
  (void)state;
  check(RANDOM_GENERAL);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_rectangular), cmocka_unit_test(test_general)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
