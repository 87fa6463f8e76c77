/* Ways that writes of other threads empty spare misses: predictions with coherence against the simulator.
 * PMECACHE_TEST_PROGRAMS and PMECACHE_TEST_SEED give more or other programs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pmecache/prediction.h"
#include "simulator/simulator.h"
#include "test/property/programs/each_program.h"
#include "test/property/programs/neighbour_program.h"

enum { PROGRAMS = 60, LEAST_MISSES = 50, MOST_ERRORS = 100000 };

typedef struct error_list {
  int count, inside, spared; /* levels; truth in the interval; where invalidation makes misses fewer that are none */
  double values[MOST_ERRORS];
} error_list;

static double without_coherence(const pme_misses *m) { return m->misses - m->coherence; }

static void judge(void *context, long number, uint64_t seed, const random_program *random) {
  error_list *errors = context;
  pme_program *program = NULL;
  pme_concrete *concrete = NULL;
  pme_machine machine;
  pme_prediction *told, *truth, *apart;
  pme_predict_options asked = {.coherence = true, .sampled_only = true};
  pme_simulate_options coherent = {.coherence = true};
  pme_arena *arena = pme_arena_create();
  (void)number;
  (void)seed;
  assert_non_null(arena);
  assert_int_equal(pme_program_read(random->program, strlen(random->program), &program, NULL), PME_OK);
  assert_int_equal(pme_machine_read(random->machine, strlen(random->machine), &machine, NULL), PME_OK);
  assert_int_equal(pme_concrete_create(program, NULL, &concrete, NULL), PME_OK);
  assert_int_equal(pme_predict(concrete, &machine, &asked, arena, &told, NULL), PME_OK);
  assert_int_equal(pme_simulate(concrete, &machine, &coherent, arena, &truth, NULL), PME_OK);
  assert_int_equal(pme_simulate(concrete, &machine, NULL, arena, &apart, NULL), PME_OK);
  const pme_misses *m = &told->levels[0], *true_misses = &truth->levels[0];
  if (true_misses->misses >= LEAST_MISSES && errors->count < MOST_ERRORS) {
    errors->spared += without_coherence(true_misses) < 0.95 * apart->levels[0].misses;
    errors->inside += true_misses->misses >= m->low - 0.5 && true_misses->misses <= m->high + 0.5;
    errors->values[errors->count++] = fabs(m->misses / true_misses->misses - 1);
  }
  pme_arena_destroy(arena);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
}

static int ascending(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static void test_neighbours(void **state) {
  error_list *errors = calloc(1, sizeof *errors);
  double sum = 0;
  (void)state;
  assert_non_null(errors);
  each_program(neighbour_program_make, &(random_knobs){0}, PROGRAMS, 30000, judge, errors);
  qsort(errors->values, (size_t)errors->count, sizeof *errors->values, ascending);
  for (int i = 0; i < errors->count; i++)
    sum += errors->values[i];
  assert_true(errors->count > 20);
  double median = errors->values[errors->count / 2], mean = sum / errors->count;
  double high = errors->values[(int)(0.95 * errors->count)];
  print_message("%d programs, misses spared in %d: median %.2f%%, mean %.2f%%, 95th percentile %.1f%%, worst %.0f%%; "
                "%.1f%% in the interval\n",
                errors->count, errors->spared, 100 * median, 100 * mean, 100 * high,
                100 * errors->values[errors->count - 1], 100.0 * errors->inside / errors->count);
  assert_true(4 * errors->spared > errors->count);
  assert_true(median <= 0.02);
  assert_true(mean <= 0.04);
  assert_true(high <= 0.12);
  assert_true(errors->inside >= 0.9 * errors->count);
  free(errors);
}

/* All threads write the same line, one after the other: each has it, for a moment, before others take it. */
static void test_written_by_all(void **state) {
  static random_program symm = {
      .program = "pme 1\nfunction symm\narray A element 8 base 1048576\narray B element 8 base 2097152\n"
                 "array C element 8 base 3145728\nloop i = 0 .. 63 parallel schedule static 1 threads 4\n"
                 "  loop j = 0 .. 71\n    loop k = 0 .. j - 2\n      read A @ 8*i + 584*k\n"
                 "      read C @ 8*j + 584*k\n      write C @ 8*j + 584*k\n      read B @ 8*j + 584*k\n"
                 "    end\n  end\nend\n",
      .machine = "cores=4;L1=8K,4,64"};
  error_list *errors = calloc(1, sizeof *errors);
  (void)state;
  assert_non_null(errors);
  judge(errors, 0, 0, &symm);
  print_message("%.3f, %d of 1 inside\n", errors->values[0], errors->inside);
  assert_int_equal(errors->count, 1);
  assert_true(errors->values[0] < 0.015);
  free(errors);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_neighbours), cmocka_unit_test(test_written_by_all)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
