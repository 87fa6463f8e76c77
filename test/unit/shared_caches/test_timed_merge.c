/* References with times, merged: the earliest comes first, in each of the orders. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/shared_caches/timed_merge.h"

enum { THREADS = 3, REFERENCES = 1000, ROOM = THREADS * REFERENCES };

/* Thread t does something at 0, pace[t], 2 pace[t], ...; its lines are 10000 t + 0, 1, ... */
typedef struct paced_team {
  uint32_t threads;
  uint64_t pace[THREADS], count[THREADS], next[THREADS];
} paced_team;

static void start_again(void *context, uint32_t thread) { ((paced_team *)context)->next[thread] = 0; }

static size_t read_some(void *context, uint32_t thread, pme__line_reference *buffer, uint64_t *time, size_t room) {
  paced_team *team = (paced_team *)context;
  size_t n = 0;
  for (; n < room && n < 7 && team->next[thread] < team->count[thread]; n++) {
    time[n] = team->next[thread] * team->pace[thread];
    buffer[n] = pme__reference_make(10000 * thread + team->next[thread]++, false);
  }
  return n;
}

static uint64_t how_long(void *context, uint32_t thread) {
  const paced_team *team = (const paced_team *)context;
  return team->count[thread] * team->pace[thread];
}

static uint32_t threads[ROOM];
static pme__line_reference references[ROOM];

/* All of them, each thread's in order; -1 at the places behind them. */
static size_t merge(paced_team *team, pme__merge_order order) {
  pme__streams streams = {team, team->threads, start_again, NULL, NULL, read_some, how_long};
  pme__interleave_options options = {.order = order, .seed = 3};
  pme__timed_merge *merge;
  uint64_t next[THREADS] = {0};
  size_t count = 0, all = 0;
  assert_int_equal(pme__timed_merge_open(&streams, &options, &merge), PME_OK);
  for (size_t n; (n = pme__timed_merge_read(merge, threads + count, references + count, 100)) > 0;)
    count += n;
  pme__timed_merge_close(merge);
  for (size_t i = 0; i < count; i++)
    assert_int_equal(pme__reference_line(references[i]), 10000 * threads[i] + next[threads[i]]++);
  for (uint32_t t = 0; t < team->threads; t++)
    all += (size_t)team->count[t];
  assert_int_equal(count, all);
  return count;
}

static size_t ends_at(size_t count, uint32_t thread) {
  while (threads[count - 1] != thread)
    count--;
  return count;
}

static void test_the_earliest_is_next(void **state) {
  (void)state;
  paced_team team = {.threads = 2, .pace = {1, 3}, .count = {7, 3}};
  static const uint32_t expected[] = {0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  assert_int_equal(merge(&team, PME_MERGE_ROUND_ROBIN), 10);
  for (int i = 0; i < 10; i++)
    assert_int_equal(threads[i], expected[i]);
}

static void test_proportional_ends_together(void **state) {
  (void)state;
  paced_team team = {.threads = 3, .pace = {1, 1, 5}, .count = {REFERENCES, 100, 10}};
  size_t count = merge(&team, PME_MERGE_PROPORTIONAL);
  for (uint32_t t = 0; t < 3; t++)
    assert_true(ends_at(count, t) > 0.88 * (double)count);
  merge(&team, PME_MERGE_ROUND_ROBIN);
  assert_true(ends_at(count, 1) < 0.3 * (double)count);
}

/* Nobody is left behind for long, but who comes first changes. */
static void test_uniform_drifts(void **state) {
  (void)state;
  paced_team team = {.threads = 2, .pace = {1, 1}, .count = {REFERENCES, REFERENCES}};
  size_t count = merge(&team, PME_MERGE_UNIFORM);
  int ahead = 0, most = 0, least = 0;
  for (size_t i = 0; i < count; i++) {
    ahead += threads[i] ? 1 : -1;
    most = ahead > most ? ahead : most;
    least = ahead < least ? ahead : least;
  }
  assert_true(most - least > 5 && most < 200 && least > -200);
}

static void test_stairs_start_late(void **state) {
  (void)state;
  paced_team team = {.threads = 3, .pace = {1, 1, 1}, .count = {REFERENCES, REFERENCES, REFERENCES}};
  merge(&team, PME_MERGE_STAIRS);
  size_t first[THREADS] = {0};
  for (uint32_t t = 1; t < THREADS; t++)
    while (threads[first[t]] != t)
      first[t]++;
  assert_in_range(first[1], 120, 130);
  assert_in_range(first[2], 370, 380);
}

static void test_nobody_is_no_team(void **state) {
  (void)state;
  paced_team team = {0};
  pme__streams streams = {&team, 0, start_again, NULL, NULL, read_some, how_long};
  pme__interleave_options options = {.order = PME_MERGE_ROUND_ROBIN};
  pme__timed_merge *merge;
  assert_int_equal(pme__timed_merge_open(&streams, &options, &merge), PME_BAD_ARGUMENT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_the_earliest_is_next), cmocka_unit_test(test_proportional_ends_together),
      cmocka_unit_test(test_uniform_drifts),       cmocka_unit_test(test_stairs_start_late),
      cmocka_unit_test(test_nobody_is_no_team),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
