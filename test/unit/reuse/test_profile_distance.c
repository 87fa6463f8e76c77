/* Reuse distances: test vector V1, and every engine against a list that is searched from the top (V13). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/reuse/distance.h"
#include "analysis/reuse/distance_recent.h"
#include "analysis/reuse/distance_sweep.h"
#include "analysis/reuse/set_stacks.h"
#include "pmecache/arena.h"
#include "pmecache/histogram.h"
#include "test/reference/distance_split.h"
#include "test/reference/one_reference.h"

#define INF PME_DISTANCE_INFINITE

/* ---- the oracle: the stack itself ---- */

typedef struct naive {
  uint64_t *lines;
  size_t count;
} naive;

static uint64_t naive_reference(naive *n, uint64_t line) {
  for (size_t i = 0; i < n->count; i++)
    if (n->lines[i] == line) {
      memmove(n->lines + 1, n->lines, sizeof *n->lines * i);
      n->lines[0] = line;
      return i;
    }
  memmove(n->lines + 1, n->lines, sizeof *n->lines * n->count++);
  n->lines[0] = line;
  return INF;
}

/* ---- streams ---- */

enum { LENGTH = 60000 };

static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}

static void uniform(uint64_t *out) {
  for (uint64_t i = 0; i < LENGTH; i++)
    out[i] = mix(i) % 700;
}

static void cyclic(uint64_t *out) {
  for (uint64_t i = 0; i < LENGTH; i++)
    out[i] = i % 1500 * 64;
}

/* Popular lines and rare ones, far apart. */
static void skewed(uint64_t *out) {
  for (uint64_t i = 0; i < LENGTH; i++)
    out[i] = (mix(i) % 3000) >> mix(i + LENGTH) % 12 << 20;
}

static void matmul(uint64_t *out) {
  enum { N = 40 };
  size_t k = 0;
  for (uint64_t i = 0; k + 2 < LENGTH; i++)
    for (uint64_t j = 0; j < N; j++)
      for (uint64_t q = 0; q < N && k + 2 < LENGTH; q++) {
        out[k++] = (1 << 20) + (i % N * N + q) / 8;
        out[k++] = (2 << 20) + (q * N + j) / 8;
      }
  while (k < LENGTH)
    out[k++] = 0;
}

static void jacobi(uint64_t *out) {
  enum { N = 60 };
  size_t k = 0;
  while (k + 6 < LENGTH)
    for (uint64_t i = 1; i < N - 1; i++)
      for (uint64_t j = 1; j < N - 1 && k + 6 < LENGTH; j++) {
        static const int64_t offsets[] = {0, -1, 1, -N, N};
        for (int p = 0; p < 5; p++)
          out[k++] = (i * N + j + (uint64_t)offsets[p]) / 8;
        out[k++] = (1 << 20) + (i * N + j) / 8;
      }
  while (k < LENGTH)
    out[k++] = 0;
}

/* Threads that take turns: each goes over a row of its own, and all over the same one. */
static void turns(uint64_t *out) {
  enum { THREADS = 16, BODY = 4 };
  for (uint64_t i = 0; i < LENGTH; i++) {
    uint64_t thread = i % THREADS, reference = i / THREADS, at = reference / BODY / 8;
    out[i] = reference % BODY == 3 ? at % 300 : (1 + thread) << 16 | (at + reference % BODY * 40) % 700;
  }
}

static void (*const streams[])(uint64_t *out) = {uniform, cyclic, skewed, matmul, jacobi, turns};
enum { STREAM_COUNT = sizeof streams / sizeof *streams };

static uint64_t input[LENGTH], expected[LENGTH], got[LENGTH];

static void run_naive(void) {
  naive n = {.lines = (uint64_t *)malloc(sizeof(uint64_t) * (LENGTH + 1))};
  assert_non_null(n.lines);
  for (size_t i = 0; i < LENGTH; i++)
    expected[i] = naive_reference(&n, input[i]);
  free(n.lines);
}

static void run_engine(const pme__distance_options *options, size_t step) {
  pme__distance *e;
  assert_int_equal(pme__distance_open(options, &e), PME_OK);
  for (size_t i = 0; i < LENGTH; i += step) {
    size_t count = LENGTH - i < step ? LENGTH - i : step;
    pme_distance_references(e, input + i, count, got + i);
  }
  assert_int_equal(pme__distance_status(e), PME_OK);
  pme__distance_close(e);
}

/* ---- tests ---- */

static void vector_1(void **state) {
  (void)state;
  static const char text[] = "wxwyxzzw", other[] = "abacbdda";
  static const uint64_t distances[] = {INF, INF, 1, INF, 2, INF, 0, 3};
  for (int mode = PME_DISTANCE_EXACT; mode <= PME_DISTANCE_HYBRID; mode++)
    for (int t = 0; t < 2; t++) {
      pme__distance *e;
      pme_histogram h = {0};
      pme__distance_options options = {.mode = (pme__distance_mode)mode};
      assert_int_equal(pme__distance_open(&options, &e), PME_OK);
      for (int i = 0; i < 8; i++) {
        uint64_t first = mode == PME_DISTANCE_BOUNDED ? PME_DISTANCE_UNKNOWN : INF;
        uint64_t d = pme_distance_reference(e, (uint64_t)(t ? other : text)[i]);
        assert_int_equal(d, distances[i] == INF ? first : distances[i]);
        assert_int_equal(pme_histogram_add(&h, d, pme__distance_weight(e), pme__distance_window(e), NULL), PME_OK);
      }
      for (int bin = 0; bin < 4; bin++)
        assert_true(pme_histogram_bin(&h, bin).count == 1);
      uint64_t window = mode == PME_DISTANCE_EXACT ? 0 : pme__distance_window(e);
      assert_true(pme_histogram_miss_rate(&h, window, 3) == 5. / 8); /* 1 of capacity, 4 compulsory */
      assert_true(pme_histogram_miss_rate(&h, window, 4) == 4. / 8);
      pme_histogram_destroy(&h, NULL);
      pme__distance_close(e);
    }
}

/* Small rooms, so that there are many compactions. */
static void exact_is_exact(void **state) {
  (void)state;
  for (int s = 0; s < STREAM_COUNT; s++) {
    streams[s](input);
    run_naive();
    for (size_t step = 1; step <= 1000; step *= 10) {
      pme__distance_options options = {.first_slots = 1024, .portable = step == 10};
      run_engine(&options, step);
      assert_memory_equal(got, expected, sizeof got);
      options.takes_turns = true;
      run_engine(&options, step);
      assert_memory_equal(got, expected, sizeof got);
    }
  }
}

/* Of many lines the tree over the slots has up to four levels: their number makes no difference. */
static void rooms_make_no_difference(void **state) {
  (void)state;
  enum { REFERENCES = 1500000, SOME = 1000, LINES = 200000, ROOMS = 3 };
  static const uint32_t first_slots[ROOMS] = {1024, 1 << 20, 1 << 24};
  static uint64_t lines[SOME], distances[ROOMS][SOME];
  pme__distance *engines[ROOMS];
  for (int r = 0; r < ROOMS; r++) {
    pme__distance_options options = {.first_slots = first_slots[r], .portable = r == 1};
    assert_int_equal(pme__distance_open(&options, &engines[r]), PME_OK);
  }
  for (uint64_t i = 0; i < REFERENCES; i += SOME) {
    for (uint64_t k = 0; k < SOME; k++)
      lines[k] = mix(i + k) % (mix(i) % 4 ? LINES : LINES / 64);
    for (int r = 0; r < ROOMS; r++)
      pme_distance_references(engines[r], lines, SOME, distances[r]);
    for (int r = 1; r < ROOMS; r++)
      assert_memory_equal(distances[r], distances[0], sizeof distances[0]);
  }
  for (int r = 0; r < ROOMS; r++)
    pme__distance_close(engines[r]);
}

static void bounded_is_exact_below_its_window(void **state) {
  (void)state;
  for (int s = 0; s < STREAM_COUNT; s++) {
    streams[s](input);
    run_naive();
    for (uint32_t window = 64; window <= 2048; window *= 2)
      for (int mode = PME_DISTANCE_BOUNDED; mode <= PME_DISTANCE_HYBRID; mode++) {
        pme__distance_options options = {
            .mode = (pme__distance_mode)mode, .window_lines = window, .sample_lines = 64, .first_slots = 1024};
        options.exact_pages = window / 64; /* the form changes on the way */
        options.portable = window == 256;
        run_engine(&options, 777);
        for (size_t i = 0; i < LENGTH; i++) {
          if (expected[i] < window)
            assert_int_equal(got[i], expected[i]);
          else
            assert_true(got[i] >= window);
          if (expected[i] >= window && mode == PME_DISTANCE_BOUNDED)
            assert_true(got[i] == PME_DISTANCE_UNKNOWN);
          if (expected[i] != INF)
            assert_true(got[i] != INF);
        }
      }
  }
}

/* A trace in pieces has the distances of the trace. */
static void split_is_exact(void **state) {
  (void)state;
  for (int s = 0; s < STREAM_COUNT; s++)
    for (int workers = 1; workers <= 7; workers += 2) {
      streams[s](input);
      run_naive();
      assert_int_equal(pme_distance_split(input, LENGTH, workers, got, NULL), PME_OK);
      assert_memory_equal(got, expected, sizeof got);
    }
  assert_int_equal(pme_distance_split(input, 3, 7, got, NULL), PME_OK);
  assert_int_equal(pme_distance_split(input, LENGTH, 0, got, NULL), PME_BAD_ARGUMENT);
  for (long n = 1; n < 30; n += 4) {
    pme_fail_allocation_after(n);
    pme_status status = pme_distance_split(input, LENGTH, 2, got, NULL);
    pme_fail_allocation_after(0);
    assert_true(status == PME_OK || status == PME_NO_MEMORY);
  }
}

/* As long as the sample holds all lines, nothing is estimated. */
static void hybrid_of_few_lines_is_exact(void **state) {
  (void)state;
  for (int s = 0; s < STREAM_COUNT; s++) {
    streams[s](input);
    run_naive();
    pme__distance_options options = {.mode = PME_DISTANCE_HYBRID, .window_lines = 64, .sample_lines = 8192};
    options.exact_pages = 1;
    run_engine(&options, 500);
    assert_memory_equal(got, expected, sizeof got);
  }
}

/* While a hybrid engine has few pages it is exact; then its memory is bounded. */
static void hybrid_starts_exact(void **state) {
  (void)state;
  pme__distance *e;
  pme__distance_options options = {.mode = PME_DISTANCE_HYBRID, .window_lines = 64, .sample_lines = 64};
  options.exact_pages = 8;
  assert_int_equal(pme__distance_open(&options, &e), PME_OK);
  for (uint64_t i = 0; i < 5000; i++)
    assert_true(pme_distance_reference(e, i % 500) == (i < 500 ? INF : 499));
  assert_int_equal(pme__distance_live_lines(e), 500);
  uint64_t estimates = 0, unknown = 0;
  for (uint64_t i = 0; i < 50000; i++) {
    uint64_t distance = pme_distance_reference(e, i % 5000);
    unknown += distance == PME_DISTANCE_UNKNOWN;
    estimates += distance < PME_DISTANCE_UNKNOWN && pme__distance_weight(e) > 1;
  }
  assert_true(unknown > 40000 && estimates > 100);
  assert_true(pme__distance_live_lines(e) < 300);
  pme__distance_close(e);
}

static void count_sweep(void *context, uint32_t place, uint64_t distance, uint64_t times) {
  uint64_t *counts = (uint64_t *)context;
  assert_int_equal(place, 0);
  counts[distance == INF ? 0 : 1] += times;
  if (distance != INF)
    counts[2] = distance;
}

/* Programs of sweeps stay exact for longer, which is the faster form for them; others do not, and not for ever. */
static void hybrid_keeps_sweeps_exact(void **state) {
  (void)state;
  enum { LINES = 512, PAGES = 8, SWEEPS = PAGES * 16 * 64 / LINES };
  const uint64_t all = (uint64_t)SWEEPS * LINES;
  for (int singly = 0; singly < 2; singly++) {
    pme__distance *e;
    pme__distance_options options = {.mode = PME_DISTANCE_HYBRID, .exact_pages = PAGES};
    assert_int_equal(pme__distance_open(&options, &e), PME_OK);
    pme__sweep sweep = {.stream_count = 1, .last_count = 1, .last = {{0, LINES - 1}}};
    uint64_t counts[3] = {0};
    for (int i = 0; i < 2 * SWEEPS && pme__distance_is_exact(e); i++) {
      sweep.streams[0] = (pme__sweep_stream){
          .line = (uint64_t)(i % SWEEPS) * LINES, .lines = LINES, .left = LINES - 1, .enter = 1, .leave = 1};
      assert_true(pme__distance_sweep(e, &sweep, count_sweep, counts));
      for (uint64_t k = 0; singly && k < LINES; k++)
        pme_distance_reference(e, (1 << 20) + k % 64);
    }
    assert_int_equal(!pme__distance_is_exact(e), singly);
    if (!singly)
      assert_true(counts[0] == all && counts[1] == all && counts[2] == all - 1);
    for (uint64_t i = 0; i < 4 && !singly; i++) {
      sweep.streams[0].line = (uint64_t)(SWEEPS + i) * LINES;
      pme__distance_sweep(e, &sweep, count_sweep, counts);
    }
    assert_false(pme__distance_is_exact(e));
    assert_false(pme__distance_sweep(e, &sweep, count_sweep, counts));
    pme__distance_close(e);
  }
}

/* Miss rates from samples: the tail is estimated, its mass is exact. */
static void hybrid_estimates(void **state) {
  (void)state;
  for (int s = 0; s < STREAM_COUNT; s++) {
    pme__distance *e;
    pme_histogram sampled = {0}, exact = {0};
    pme__distance_options options = {.mode = PME_DISTANCE_HYBRID, .window_lines = 64, .sample_lines = 256};
    options.exact_pages = 1;
    streams[s](input);
    run_naive();
    assert_int_equal(pme__distance_open(&options, &e), PME_OK);
    for (size_t i = 0; i < LENGTH; i++) {
      uint64_t d = pme_distance_reference(e, input[i]);
      assert_int_equal(pme_histogram_add(&sampled, d, pme__distance_weight(e), 64, NULL), PME_OK);
      assert_int_equal(pme_histogram_add(&exact, expected[i], 1, UINT64_MAX, NULL), PME_OK);
    }
    for (double lines = 16; lines < 4096; lines *= 2) {
      double error = pme_histogram_miss_rate(&sampled, 64, lines) - pme_histogram_miss_rate(&exact, 0, lines);
      double bound = lines <= 64 ? 1e-12 : 0.08;
      if (error > bound || error < -bound)
        fail_msg("stream %d, %g lines: error %g", s, lines, error);
    }
    pme_histogram_destroy(&sampled, NULL);
    pme_histogram_destroy(&exact, NULL);
    pme__distance_close(e);
  }
}

static void forgetting(void **state) {
  (void)state;
  for (int mode = PME_DISTANCE_EXACT; mode <= PME_DISTANCE_HYBRID; mode++) {
    pme__distance *e;
    pme__distance_options options = {.mode = (pme__distance_mode)mode, .window_lines = 64, .sample_lines = 64};
    options.exact_pages = 1;
    static uint64_t first[LENGTH];
    assert_int_equal(pme__distance_open(&options, &e), PME_OK);
    skewed(input);
    pme_distance_references(e, input, LENGTH, first);
    pme__distance_forget(e);
    pme_distance_references(e, input, LENGTH, got);
    assert_memory_equal(first, got, sizeof got);
    pme__distance_close(e);
  }
}

static void bad_options(void **state) {
  (void)state;
  static const pme__distance_options bad[] = {{.mode = PME_DISTANCE_BOUNDED, .window_lines = 100},
                                              {.mode = PME_DISTANCE_BOUNDED, .window_lines = 32},
                                              {.mode = PME_DISTANCE_HYBRID, .sample_lines = 3},
                                              {.mode = PME_DISTANCE_HYBRID, .sample_lines = UINT32_MAX},
                                              {.mode = PME_DISTANCE_HYBRID, .takes_turns = true},
                                              {.first_slots = 512},
                                              {.first_slots = 3000}};
  pme__distance *e;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_int_equal(pme__distance_open(&bad[i], &e), PME_BAD_ARGUMENT);
}

/* The n-th allocation fails: a status, and distances that are either right or unknown. */
static void no_memory(void **state) {
  (void)state;
  uniform(input);
  for (size_t i = 0; i < LENGTH; i++)
    input[i] = i % 2 ? mix(i) % 50000 : i / 3;
  run_naive();
  for (int mode = PME_DISTANCE_EXACT; mode <= PME_DISTANCE_HYBRID; mode++)
    for (long n = 1; n < 200; n++) {
      pme__distance *e;
      pme__distance_options options = {.mode = (pme__distance_mode)mode, .exact_pages = 1, .first_slots = 1024};
      pme_fail_allocation_after(n);
      pme_status status = pme__distance_open(&options, &e);
      if (!status) {
        pme_distance_references(e, input, LENGTH, got);
        status = pme__distance_status(e);
        if (mode == PME_DISTANCE_EXACT)
          for (size_t i = 0; i < LENGTH; i++)
            assert_true(got[i] == expected[i] || (status && got[i] == PME_DISTANCE_UNKNOWN));
        pme__distance_close(e);
      }
      pme_fail_allocation_after(0);
      if (!status)
        break;
      assert_int_equal(status, PME_NO_MEMORY);
    }
}

/* One set: the depth is the distance. Many sets: each is a stack of its own. */
static void sets_are_stacks(void **state) {
  (void)state;
  static const pme_geometry geometries[] = {{1, 64, false}, {64, 8, false}, {48, 12, false}};
  for (int s = 0; s < STREAM_COUNT; s++) {
    pme__set_stacks *sets;
    naive *stacks = (naive *)calloc(64, sizeof *stacks);
    streams[s](input);
    run_naive();
    assert_int_equal(pme__set_stacks_open(geometries, 3, NULL, &sets), PME_OK);
    for (int i = 0; i < 64; i++)
      stacks[i].lines = (uint64_t *)malloc(sizeof(uint64_t) * (LENGTH + 1));
    for (size_t i = 0; i < LENGTH; i++) {
      uint8_t depths[3];
      uint64_t depth = naive_reference(&stacks[input[i] % 64], input[i]);
      pme__set_stacks_reference(sets, input[i], depths);
      assert_int_equal(depths[0], expected[i] < 64 ? expected[i] : 64);
      assert_int_equal(depths[1], depth < 8 ? depth : 8);
    }
    for (int i = 0; i < 64; i++)
      free(stacks[i].lines);
    free(stacks);
    pme__set_stacks_close(sets);
  }
}

/* Caches of threads that take turns, and a second level that is told what moved nothing in the first. */
static void sets_take_turns(void **state) {
  (void)state;
  enum { CACHES = 3, BATCH = 100 };
  static const pme_geometry geometries[] = {{16, 4, false}, {64, 4, false}};
  pme__set_stacks *batched[2][CACHES], *single[2][CACHES];
  for (int l = 0; l < 2; l++)
    for (int c = 0; c < CACHES; c++) {
      assert_int_equal(pme__set_stacks_open(&geometries[l], 1, NULL, &batched[l][c]), PME_OK);
      assert_int_equal(pme__set_stacks_open(&geometries[l], 1, NULL, &single[l][c]), PME_OK);
    }
  skewed(input);
  for (size_t i = 0; i < LENGTH; i += BATCH) {
    static const uint32_t cache[] = {2, 0, 1, 0, 2}; /* by thread */
    uint32_t threads[BATCH];
    uint8_t depths[BATCH];
    size_t count = LENGTH - i < BATCH ? LENGTH - i : BATCH;
    for (size_t k = 0; k < count; k++) {
      threads[k] = (uint32_t)(mix(i + k) % 5);
      depths[k] = 1;
    }
    for (int l = 0; l < 2; l++) {
      size_t missed = pme__set_stacks_references(batched[l], cache, threads, input + i, count, depths);
      for (size_t k = 0; k < count; k++) {
        uint8_t depth;
        pme__set_stacks_reference(single[l][cache[threads[k]]], input[i + k], &depth);
        assert_int_equal(depths[k], depth);
        missed -= depth == geometries[l].ways;
      }
      assert_int_equal(missed, 0);
    }
  }
  for (int l = 0; l < 2; l++)
    for (int c = 0; c < CACHES; c++) {
      pme__set_stacks_close(batched[l][c]);
      pme__set_stacks_close(single[l][c]);
    }
}

static void bins(void **state) {
  (void)state;
  for (int bin = 0; bin < PME_BIN_COUNT; bin++) {
    assert_int_equal(pme_bin_of(pme_bin_start(bin)), bin);
    assert_int_equal(pme_bin_of(pme_bin_start(bin + 1) - 1), bin);
    if (bin >= PME_BINS_EXACT) {
      assert_int_equal(pme_bin_of_double((double)pme_bin_start(bin)), bin);
      assert_int_equal(pme_bin_of_double((double)(pme_bin_start(bin + 1) - 1)), bin);
    }
  }
  assert_true(pme_bin_start(PME_BIN_COUNT) == PME_BINS_END);
  assert_int_equal(pme_bin_of(UINT64_MAX - 2), PME_BIN_COUNT - 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vector_1),
      cmocka_unit_test(exact_is_exact),
      cmocka_unit_test(rooms_make_no_difference),
      cmocka_unit_test(bounded_is_exact_below_its_window),
      cmocka_unit_test(split_is_exact),
      cmocka_unit_test(hybrid_of_few_lines_is_exact),
      cmocka_unit_test(hybrid_starts_exact),
      cmocka_unit_test(hybrid_keeps_sweeps_exact),
      cmocka_unit_test(hybrid_estimates),
      cmocka_unit_test(forgetting),
      cmocka_unit_test(bad_options),
      cmocka_unit_test(no_memory),
      cmocka_unit_test(sets_are_stacks),
      cmocka_unit_test(sets_take_turns),
      cmocka_unit_test(bins),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
