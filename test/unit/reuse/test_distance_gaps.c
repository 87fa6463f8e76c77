/* The hybrid engine in gaps: lines of its sample are found alike with and without AVX2, and their distances are estimates of
 * those of all lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/reuse/distance.h"

enum { LINES = 100000, FIRST = 3 * LINES, GAP = 400000, PAGE_LINES = 64, BATCH = 1000 };

static uint64_t state = 1;
static uint64_t any_line(void) {
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (UINT64_C(1) << 40) + PAGE_LINES * ((state >> 33) % LINES);
}

static pme__distance *open_engine(bool is_portable) {
  pme__distance_options options = {.mode = PME_DISTANCE_HYBRID, .portable = is_portable};
  pme__distance *e;
  assert_int_equal(pme__distance_open(&options, &e), PME_OK);
  return e;
}

static void lines_of_the_sample(void **unused) {
  (void)unused;
  static uint64_t lines[BATCH], addresses[BATCH], sampled[BATCH], distances[BATCH];
  pme__distance *engines[2] = {open_engine(false), open_engine(true)};
  for (int r = 0; r < FIRST; r += BATCH) {
    for (int i = 0; i < BATCH; i++)
      lines[i] = any_line();
    for (int e = 0; e < 2; e++)
      pme_distance_references(engines[e], lines, BATCH, distances);
  }
  for (int e = 0; e < 2; e++) {
    assert_false(pme__distance_is_exact(engines[e]));
    assert_int_equal(pme__distance_open_window(engines[e]), UINT64_MAX);
    pme__distance_start_gap(engines[e]);
    assert_int_equal(pme__distance_open_window(engines[e]), 0);
  }
  double beyond = 0, all = 0;
  for (int r = 0; r < GAP; r += BATCH) {
    uint8_t marks[2][BATCH / 8] = {{0}};
    uint32_t count = 0;
    for (int i = 0; i < BATCH; i++)
      addresses[i] = 64 * (lines[i] = any_line()) + 8;
    for (int e = 0; e < 2; e++)
      pme__distance_mark_sampled(engines[e], addresses, BATCH, marks[e]);
    assert_memory_equal(marks[0], marks[1], sizeof marks[0]);
    for (int i = 0; i < BATCH; i++)
      if (marks[0][i / 8] >> i % 8 & 1)
        sampled[count++] = lines[i];
    for (int e = 0; e < 2; e++)
      pme__distance_sampled(engines[e], sampled, count, distances);
    for (uint32_t i = 0; i < count; i++)
      if (distances[i] != PME_DISTANCE_UNKNOWN) {
        all += pme__distance_weight(engines[1]);
        beyond += distances[i] > LINES / 2 ? pme__distance_weight(engines[1]) : 0;
      }
  }
  assert_true(all > 0.95 * GAP && all < 1.05 * GAP);
  assert_true(beyond > 0.48 * all && beyond < 0.52 * all);
  /* Behind the gap the window fills again, and distances in it are exact. */
  for (int e = 0; e < 2; e++) {
    const uint64_t again[] = {1, 2, 1};
    pme_distance_references(engines[e], again, 3, distances);
    assert_int_equal(distances[2], 1);
    assert_int_equal(pme__distance_open_window(engines[e]), 2);
    pme__distance_close(engines[e]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lines_of_the_sample)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
