/* SDCM, AMM, running time, scaling: the test vectors of the specification (V3, V4, V5), and what must hold anyway. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/profile/run_time.h"
#include "analysis/profile/scale.h"
#include "analysis/reuse/distance.h"
#include "analysis/reuse/sdcm.h"
#include "analysis/reuse/set_stacks.h"
#include "pmecache/arena.h"
#include "pmecache/profile_answer.h"
#include "test/reference/basic_block.h"
#include "test/reference/block_window.h"
#include "test/reference/one_reference.h"
#include "test/reference/printed.h"

static void near(double got, double expected, double relative, const char *what) {
  if (!(fabs(got - expected) <= relative * fabs(expected)))
    fail_msg("%s: %.15g instead of %.15g", what, got, expected);
}

/* ---- SDCM ---- */

static void vector_4(void **state) {
  (void)state;
  static const struct {
    double distance;
    int64_t ways, lines;
    double hit;
  } v[] = {{7, 8, 512, 1},
           {64, 8, 512, .999992786219},
           {256, 8, 512, .950269407022},
           {511, 8, 512, .45405886544},
           {512, 8, 512, .45186058987},
           {1024, 8, 512, .00958212893004},
           {4096, 8, 512, 1.04922974842e-19},
           {100, 1, 512, .822420478591},
           {512, 1, 512, .367519891255},
           {3, 4, 4, 1},
           {4, 4, 4, 0},
           {768, 12, 768, .460695787055},
           {300000, 20, 327680, .623168610977},
           {1e6, 16, 1 << 20, .5415996369},
           {1e9, 16, 1 << 30, .578213111940},
           {1e9, 16, 1 << 29, .00216080028148},
           {INFINITY, 8, 512, 0},
           {0, 1, 1, 1},
           {1, 1, 1, 0}};
  for (size_t i = 0; i < sizeof v / sizeof *v; i++)
    near(pme_sdcm_hit(v[i].distance, v[i].ways, v[i].lines), v[i].hit, 1e-10, "P(h|D)");
}

static void sdcm_is_monotone(void **state) {
  (void)state;
  static const int64_t caches[][2] = {{1, 512}, {8, 512}, {12, 768}, {16, 32768}, {20, 327680}, {8, 8}};
  for (size_t c = 0; c < sizeof caches / sizeof *caches; c++) {
    pme_sdcm cache = pme_sdcm_prepare(caches[c][0], caches[c][1]);
    double before = 1;
    for (double d = 0; d < 8. * (double)caches[c][1]; d = d < 64 ? d + 1 : d * 1.07) {
      double exact = pme_sdcm_hit(d, caches[c][0], caches[c][1]), quick = pme_sdcm_prepared_hit(&cache, d);
      assert_true(exact <= before + 1e-12);
      assert_true(fabs(exact - quick) <= 1e-11);
      before = exact;
    }
  }
}

/* ---- AMM ---- */

enum { ENTRY, I_H, I_B, J_H, J_B, K_H, K_B, J_L, I_L, EXIT, BLOCKS };

static void vector_3(void **state) {
  (void)state;
  const double stay = 4. / 5, leave = 1. / 5;
  const pme_block_edge edges[] = {{ENTRY, I_H, 1},   {I_H, I_B, stay},  {I_H, EXIT, leave}, {I_B, J_H, 1},
                                  {J_H, J_B, stay},  {J_H, I_L, leave}, {J_B, K_H, 1},      {K_H, K_B, stay},
                                  {K_H, J_L, leave}, {K_B, K_H, 1},     {J_L, J_H, 1},      {I_L, I_H, 1}};
  static const double expected[BLOCKS] = {1, 5, 4, 20, 16, 80, 64, 16, 4, 1};
  double counts[BLOCKS], weights[BLOCKS], printed[BLOCKS], sum = 0;
  const double references[BLOCKS] = {[K_B] = 2, [J_L] = 1};
  assert_int_equal(pme_block_counts(BLOCKS, edges, sizeof edges / sizeof *edges, ENTRY, counts), PME_OK);
  for (int i = 0; i < BLOCKS; i++) {
    near(counts[i], expected[i], 1e-12, "N");
    sum += counts[i];
  }
  near(sum, 211, 1e-12, "sum of N");
  pme_block_weights(BLOCKS, counts, references, weights, printed);
  near(printed[K_B], .303318, 2e-6, "P(k.b)");
  near(printed[J_L], .075829, 2e-5, "P(j.l)");
  near(printed[K_B] + printed[J_L], .379147, 2e-6, "printed sum");
  near(weights[K_B], 128. / 144, 1e-12, "weight of k.b");
  near(weights[J_L], 16. / 144, 1e-12, "weight of j.l");
}

static void blocks_that_cannot_be_solved(void **state) {
  (void)state;
  double counts[2];
  const pme_block_edge forever[] = {{0, 1, 1}, {1, 1, 1}};
  assert_int_equal(pme_block_counts(2, forever, 2, 0, counts), PME_OUT_OF_RANGE);
  const pme_block_edge wild[] = {{0, 2, 1}};
  assert_int_equal(pme_block_counts(2, wild, 1, 0, counts), PME_BAD_ARGUMENT);
  assert_int_equal(pme_block_counts(PME_MAX_BLOCKS + 1, NULL, 0, 0, counts), PME_UNSUPPORTED);
  /* A loop of n rounds as a probability keeps the digits that are told. */
  for (double n = 1e3; n < 1e10; n *= 1e3) {
    const pme_block_edge loop[] = {{0, 0, n / (n + 1)}, {0, 1, 1 / (n + 1)}};
    assert_int_equal(pme_block_counts(2, loop, 2, 0, counts), PME_OK);
    near(counts[0], n + 1, 1e-6, "rounds");
  }
}

/* Two blocks of a matrix product: all executions give the histogram of the engine, a tenth of them about that. */
static void windows(void **state) {
  (void)state;
  enum { N = 24, INNER = N * N * N, OUTER = N * N, LENGTH = 2 * INNER + OUTER };
  uint64_t *lines = (uint64_t *)malloc(sizeof *lines * LENGTH);
  pme_block_window *all = (pme_block_window *)malloc(sizeof *all * (INNER + OUTER));
  size_t length = 0, count = 0, seen;
  pme_distance *e;
  pme_histogram exact[2] = {{0}}, whole = {0}, sampled = {0};
  for (uint64_t i = 0; i < N; i++)
    for (uint64_t j = 0; j < N; j++) {
      for (uint64_t k = 0; k < N; k++) {
        all[count++] = (pme_block_window){0, length, 2};
        lines[length++] = (1 << 14) + (i * N + k) / 8;
        lines[length++] = (2 << 14) + (k * N + j) / 8;
      }
      all[count++] = (pme_block_window){1, length, 1};
      lines[length++] = (3 << 14) + (i * N + j) / 8;
    }
  assert_int_equal(pme_distance_open(NULL, &e), PME_OK);
  for (size_t w = 0; w < count; w++)
    for (size_t i = 0; i < all[w].count; i++)
      pme_histogram_add(&exact[all[w].block], pme_distance_reference(e, lines[all[w].start + i]), 1, UINT64_MAX, NULL);
  assert_int_equal(pme_block_window_profile(lines, all, count, 0, INNER, 1, &whole, &seen), PME_OK);
  assert_int_equal(seen, INNER);
  assert_true(whole.total == exact[0].total && whole.cold == exact[0].cold);
  for (int bin = 0; bin < PME_BIN_COUNT; bin++)
    assert_true(pme_histogram_bin(&whole, bin).count == pme_histogram_bin(&exact[0], bin).count);
  assert_int_equal(pme_block_window_profile(lines, all, count, 0, INNER / 10, 7, &sampled, &seen), PME_OK);
  assert_true(sampled.total == 2 * (INNER / 10));
  for (double size = 2; size < 1024; size *= 2)
    assert_true(fabs(pme_histogram_miss_rate(&sampled, 0, size) - pme_histogram_miss_rate(&exact[0], 0, size)) < 0.03);
  pme_histogram_destroy(&exact[0], NULL);
  pme_histogram_destroy(&exact[1], NULL);
  pme_histogram_destroy(&whole, NULL);
  pme_histogram_destroy(&sampled, NULL);
  pme_distance_close(e);
  free(lines);
  free(all);
}

/* ---- running time ---- */

static void vector_5(void **state) {
  (void)state;
  static const double hit[] = {.9, .98, .999}, latency[] = {4, 12, 40, 200}, throughput[] = {1, 4, 10, 40};
  near(pme_nested_cost(3, hit, latency), 4.85632, 1e-9, "printed latency");
  near(pme_nested_cost(3, hit, throughput), 1.31206, 1e-9, "printed throughput");
  near(pme_mean_cost(3, hit, latency), 5.52, 1e-9, "latency");
  near(pme_mean_cost(3, hit, throughput), 1.45, 1e-9, "throughput");
  const double local[] = {.9, .8, .95};
  near(pme_nested_cost(3, local, latency), 5.52, 1e-9, "local rates");
  near(pme_memory_cycles(5.52, 1.45, 8, 8e6), 15.67e6, 1e-9, "T_mem");
  near(pme_memory_cycles(5.52, 1.45, 8, 8e6) / 3e9, 5.2233e-3, 1e-4, "T_mem in seconds");
  near(pme_memory_cycles(4.85632, 1.31206, 8, 8e6), 14.04074e6, 1e-6, "printed T_mem");
  const pme_cpu_costs costs = {4, .5, 20, 8};
  near(pme_cpu_cycles_pipelined(&costs, 1000, 10), 590.5, 1e-12, "T_cpu, throughput");
  near(pme_cpu_cycles_chained(&costs, 1000, 10), 4160, 1e-12, "T_cpu, latency");
  near(pme_strided_bytes(12, 64, 32768), 64, 0, "b_new");
  near(pme_strided_bytes(64, 64, 32768), 64, 0, "b_new");
  near(pme_strided_bytes(100, 64, 32768), 128, 0, "b_new");
  near(pme_strided_bytes(40000, 64, 32768), 32768, 0, "b_new");
}

/* ---- profiles of kernels ---- */

typedef struct recorder {
  pme_profile *profile;
  pme_distance *distances;
  pme_set_stacks *sets;
  pme_profile_stream *streams[4];
} recorder;

static const pme_geometry geometry = {64, 8, false};

static void record(recorder *r, int reference, uint64_t address) {
  uint8_t depth[1];
  uint64_t line = address / 64;
  uint64_t distance = pme_distance_reference(r->distances, line);
  pme_set_stacks_reference(r->sets, line, depth);
  pme_profile_add_distance(r->profile, r->streams[reference], distance, pme_distance_weight(r->distances),
                           pme_distance_window(r->distances), depth);
  r->streams[reference]->accesses++;
}

static recorder start(int references) {
  recorder r = {.profile = NULL};
  pme_profile_options o = pme_profile_default_options();
  o.geometry_count = 1;
  o.geometries[0] = geometry;
  assert_int_equal(pme_profile_create(&o, NULL, &r.profile), PME_OK);
  assert_int_equal(pme_distance_open(NULL, &r.distances), PME_OK);
  assert_int_equal(pme_set_stacks_open(&geometry, 1, NULL, &r.sets), PME_OK);
  int f = pme_profile_add_function(r.profile, &(pme_profile_function){.name = "kernel", .hash = 7, .calls = 1});
  int l = pme_profile_add_loop(
      r.profile,
      &(pme_profile_loop){
          .function = f, .parent = PME_NONE, .variable = "i", .place = {.line = 3}, .executions = 1, .iterations = 1});
  int b = pme_profile_add_block(r.profile, &(pme_profile_block){.function = f, .loop = l, .executions = 1});
  for (int i = 0; i < references; i++) {
    int reference = pme_profile_add_reference(
        r.profile, &(pme_profile_reference){.block = b, .number = i, .array = &"abcd"[i], .size_bytes = 8});
    r.streams[i] = pme_profile_stream_of(r.profile, reference, 0);
  }
  return r;
}

static pme_profile *finish(recorder *r, double n) {
  pme_profile_add_symbol(r->profile, 0, PME_NONE, "n", (int64_t)n, 1);
  assert_int_equal(pme_profile_status(r->profile), PME_OK);
  pme_distance_close(r->distances);
  pme_set_stacks_close(r->sets);
  return r->profile;
}

static pme_profile *matmul(uint64_t n) {
  recorder r = start(3);
  for (uint64_t i = 0; i < n; i++)
    for (uint64_t j = 0; j < n; j++) {
      for (uint64_t k = 0; k < n; k++) {
        record(&r, 0, (1 << 20) + 8 * (i * n + k));
        record(&r, 1, (2 << 20) + 8 * (k * n + j));
      }
      record(&r, 2, (3 << 20) + 8 * (i * n + j));
    }
  return finish(&r, (double)n);
}

static pme_profile *jacobi(uint64_t n) {
  recorder r = start(2);
  for (int sweep = 0; sweep < 3; sweep++)
    for (uint64_t i = 1; i < n - 1; i++)
      for (uint64_t j = 1; j < n - 1; j++) {
        uint64_t a = (1 << 20) + 8 * (i * n + j);
        record(&r, 0, a);
        record(&r, 0, a - 8);
        record(&r, 0, a + 8);
        record(&r, 0, a - 8 * n);
        record(&r, 0, a + 8 * n);
        record(&r, 1, (8 << 20) + 8 * (i * n + j));
      }
  return finish(&r, (double)n);
}

/* Largest error of a miss rate over fully associative caches of 8, 16, ... lines. */
static double scaled_error(pme_profile *(*kernel)(uint64_t n), const uint64_t *sizes, int count, uint64_t target,
                           pme_scale_way way) {
  pme_scale_run runs[8];
  pme_profile *scaled, *real = kernel(target);
  pme_scale_report report;
  pme_error error = {0};
  pme_profile_part whole = PME_PROFILE_WHOLE;
  pme_histogram a = {0}, b = {0};
  double worst = 0, accesses, expected;
  for (int i = 0; i < count; i++) /* in no order */
    runs[i] = (pme_scale_run){kernel(sizes[(i + 1) % count]), (double)sizes[(i + 1) % count]};
  if (pme_profile_scale(&(pme_scale_question){runs, count, (double)target, "n", way}, &scaled, &report, &error))
    fail_msg("%s", error.message);
  assert_int_equal(report.unmatched, 0);
  assert_int_equal(pme_profile_symbol_at(scaled, 0)->value, target);
  assert_int_equal(pme_profile_sum(scaled, &whole, &a, &accesses), PME_OK);
  assert_int_equal(pme_profile_sum(real, &whole, &b, &expected), PME_OK);
  near(accesses, expected, 0.05, "accesses");
  for (double lines = 8; lines < 1e6; lines *= 2)
    worst = fmax(worst, fabs(pme_histogram_miss_rate(&a, 0, lines) - pme_histogram_miss_rate(&b, 0, lines)));
  pme_histogram_destroy(&a, NULL);
  pme_histogram_destroy(&b, NULL);
  pme_profile_destroy(scaled);
  pme_profile_destroy(real);
  for (int i = 0; i < count; i++)
    pme_profile_destroy((pme_profile *)runs[i].profile);
  return worst;
}

static void scaling(void **state) {
  (void)state;
  static const struct {
    pme_profile *(*kernel)(uint64_t n);
    uint64_t sizes[4];
    int count;
    uint64_t target;
    double at_most;
  } cases[] = {{matmul, {32, 40, 48, 64}, 4, 128, 0.01},
               {matmul, {24, 32, 40}, 3, 96, 0.01},
               {jacobi, {64, 96, 128, 160}, 4, 512, 0.01},
               {jacobi, {70, 131}, 2, 333, 0.01}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double worst = scaled_error(cases[i].kernel, cases[i].sizes, cases[i].count, cases[i].target, PME_SCALE_FITTED);
    print_message("case %zu: fitted %.4f\n", i, worst);
    if (worst > cases[i].at_most)
      fail_msg("case %zu: %g", i, worst);
  }
  /* The paper's way, which moves no distance. */
  double printed = scaled_error(matmul, cases[0].sizes, 4, 128, PME_SCALE_PRINTED);
  print_message("as printed %.4f\n", printed);
  assert_true(printed > 0.3);
}

static void scaling_of_counts(void **state) {
  (void)state;
  static const double n[] = {32, 48, 64, 80, 96};
  double cubes[5], inner[5], two[5];
  for (int i = 0; i < 5; i++) {
    cubes[i] = n[i] * n[i] * n[i] + 2 * n[i] * n[i];
    inner[i] = (n[i] - 2) * (n[i] - 2);
    two[i] = 6;
  }
  near(pme_scale_count(n, cubes, 5, 1000), 1e9 + 2e6, 1e-9, "n^3 + 2 n^2");
  near(pme_scale_count(n, inner, 5, 1000), 998. * 998, 1e-9, "(n - 2)^2");
  near(pme_scale_count(n, two, 5, 1000), 6, 1e-9, "constant");
  near(pme_scale_count(n, cubes, 2, 96), cubes[4], 0.05, "a straight line in logarithms");
}

/* A search in a tree that gets one level more between the runs: each key is a new line. */
static pme_profile *tree_search(uint64_t n) {
  recorder r = start(2);
  uint64_t levels = n < 40 ? 6 : 12;
  for (uint64_t i = 0; i < 20 * n; i++) {
    record(&r, 0, (1 << 20) + 8 * i);
    for (uint64_t level = 0; level < levels; level++)
      record(&r, 1, (1 << 10) + 64 * level);
  }
  return finish(&r, (double)n);
}

static double scaled_misses(const pme_profile *p, bool farthest) {
  pme_profile_part whole = PME_PROFILE_WHOLE;
  pme_histogram h = {0};
  bool open = false;
  assert_int_equal(pme_profile_sum_range(p, &whole, farthest ? PME_RANGE_FARTHEST : PME_RANGE_NEAREST, &h, &open),
                   PME_OK);
  assert_true(open);
  double rate = pme_histogram_miss_rate(&h, 0, 16);
  pme_histogram_destroy(&h, NULL);
  return rate;
}

/* Whether a level is added again before the target, no run tells: the answer says so, and its range has both. */
static void doubtful_scaling(void **state) {
  (void)state;
  static const uint64_t sizes[] = {24, 32, 48, 64};
  pme_profile *(*const kernels[])(uint64_t) = {tree_search, matmul};
  for (int kernel = 0; kernel < 2; kernel++) {
    pme_scale_run runs[4];
    pme_scale_report report;
    pme_profile *scaled;
    for (int i = 0; i < 4; i++)
      runs[i] = (pme_scale_run){kernels[kernel](sizes[i]), (double)sizes[i]};
    assert_int_equal(
        pme_profile_scale(&(pme_scale_question){runs, 4, 128, "n", PME_SCALE_FITTED}, &scaled, &report, NULL), PME_OK);
    print_message("standard error %.4f in %.0f lines\n", report.standard_error, report.least_sure);
    assert_true(scaled_misses(scaled, false) <= scaled_misses(scaled, true));
    if (kernels[kernel] == tree_search) {
      assert_true(report.standard_error > PME_SCALE_OPEN && report.least_sure == 16);
      assert_true(scaled_misses(scaled, false) < 0.1 && scaled_misses(scaled, true) > 0.9);
    } else {
      assert_true(report.standard_error < 0.01 && scaled_misses(scaled, true) - scaled_misses(scaled, false) < 0.02);
    }
    pme_profile_destroy(scaled);
    assert_int_equal(
        pme_profile_scale(&(pme_scale_question){runs, 2, 128, "n", PME_SCALE_FITTED}, &scaled, &report, NULL), PME_OK);
    assert_true(isnan(report.standard_error) && !pme_profile_stream_at(scaled, 0)->range); /* two runs cannot tell */
    pme_profile_destroy(scaled);
    for (int i = 0; i < 4; i++)
      pme_profile_destroy((pme_profile *)runs[i].profile);
  }
}

/* The interval of an answer reaches to both ends of the range. */
static void answers_with_range(void **state) {
  (void)state;
  static const uint64_t sizes[] = {24, 32, 48, 64};
  pme_scale_run runs[4];
  pme_scale_report report;
  pme_profile *scaled;
  pme_profile_answers *answers;
  pme_machine machine;
  static const char text[] = "cores=1;L1=1K,16,64;L2=64K,16,64";
  assert_int_equal(pme_machine_read(text, strlen(text), &machine, NULL), PME_OK);
  for (int i = 0; i < 4; i++)
    runs[i] = (pme_scale_run){tree_search(sizes[i]), (double)sizes[i]};
  assert_int_equal(
      pme_profile_scale(&(pme_scale_question){runs, 4, 128, "n", PME_SCALE_FITTED}, &scaled, &report, NULL), PME_OK);
  assert_int_equal(pme_profile_predict(scaled, &machine, &answers, NULL), PME_OK);
  const pme_misses *l1 = &answers->items[0].prediction->levels[0], *l2 = l1 + 1;
  assert_true(l1->low < 0.1 * l1->accesses && l1->high > 0.9 * l1->accesses);
  assert_true(l2->high - l2->low < 0.02 * l2->accesses);
  pme_profile_answers_destroy(answers);
  pme_profile_destroy(scaled);
  for (int i = 0; i < 4; i++)
    pme_profile_destroy((pme_profile *)runs[i].profile);
}

/* 1000 references at distance 32768 in a cache of 131072 lines, 8192 sets: they hit, unless lines crowd in few sets. */
static pme_misses misses_in_crowd(double met) {
  static const char text[] = "cores=1;L1=8M,16,64";
  pme_machine machine;
  assert_int_equal(pme_machine_read(text, strlen(text), &machine, NULL), PME_OK);
  pme_profile_options options = pme_profile_default_options();
  options.line_bytes = 64;
  options.sampling = PME_SAMPLING_HYBRID;
  options.window_lines = 4096;
  options.sample_lines = 8192;
  options.geometry_count = 1;
  options.geometries[0] = (pme_geometry){8192, 16, /*sampled=*/true};
  pme_profile *p;
  assert_int_equal(pme_profile_create(&options, NULL, &p), PME_OK);
  int f = pme_profile_add_function(p, &(pme_profile_function){.name = "f"});
  int b = pme_profile_add_block(p, &(pme_profile_block){.function = f, .loop = PME_NONE, .executions = 1000});
  int r = pme_profile_add_reference(p, &(pme_profile_reference){.block = b, .size_bytes = 8});
  pme_profile_stream *s = pme_profile_stream_of(p, r, 0);
  assert_non_null(s);
  s->accesses = 1000;
  for (int i = 0; i < 1000; i++)
    assert_int_equal(pme_histogram_add(&s->histogram, 32768, 1, 4096, NULL), PME_OK);
  s->set_sample[0] = (pme_set_sample){.weight = 1, .met = met, .met_evenly = 200};
  pme_profile_part whole = PME_PROFILE_WHOLE;
  pme_misses misses;
  pme_profile_counts counts;
  bool answered;
  assert_int_equal(pme_profile_misses(p, &whole, &machine, 0, 1, &answered, &misses, &counts), PME_OK);
  assert_true(answered && counts.sdcm < 1 && counts.set_conflict == (misses.misses > 100));
  pme_profile_destroy(p);
  return misses;
}

/* Beyond the window nothing is looked at in its set, but the window says how crowded that is. */
static void crowded_sets(void **state) {
  (void)state;
  pme_misses even = misses_in_crowd(0), by_chance = misses_in_crowd(235), few = misses_in_crowd(290);
  pme_misses dense = misses_in_crowd(8 * 200);
  assert_true(even.misses < 1 && even.misses == by_chance.misses && even.high == by_chance.high);
  assert_true(few.misses < 10); /* less than half again as many: lines that are spread evenly may be so */
  assert_true(dense.misses > 999 && dense.low < 1 && dense.high >= 1000);
}

/* Distances that converge are told from those that grow without bound. */
static void scaling_of_distances(void **state) {
  (void)state;
  static const double lines[] = {128, 256, 384, 512};
  double up[4], down[4], root[4], below[4];
  int exponent;
  for (int i = 0; i < 4; i++) {
    up[i] = 25 - 1920 / lines[i]; /* 10, 17.5, 20, 21.25 */
    down[i] = 100 + 6400 / lines[i];
    root[i] = 3 + sqrt(lines[i]);
    below[i] = 7680 / lines[i] - 10; /* 50 .. 5, and no line in between some day */
  }
  near(pme_scale_distance(lines, up, 4, 4096, &exponent), 25 - 1920. / 4096, 1e-9, "comes up to 25");
  near(pme_scale_distance(lines, down, 4, 4096, &exponent), 100 + 6400. / 4096, 1e-9, "comes down to 100");
  near(pme_scale_distance(lines, root, 4, 4096, &exponent), 3 + 64, 1e-9, "grows with the root");
  assert_true(pme_scale_distance(lines, below, 4, 4096, &exponent) >= 0);
  near(pme_scale_distance(lines, down, 2, 4096, &exponent), down[1], 1e-9, "two runs cannot tell");
}

static void bad_scalings(void **state) {
  (void)state;
  pme_profile *p = matmul(8), *out;
  pme_scale_report report;
  const pme_scale_run same[] = {{p, 8}, {p, 8}}, none[] = {{p, 8}, {p, 0}};
  assert_int_equal(pme_profile_scale(&(pme_scale_question){same, 1, 10, NULL, PME_SCALE_FITTED}, &out, &report, NULL),
                   PME_BAD_ARGUMENT);
  assert_int_equal(pme_profile_scale(&(pme_scale_question){same, 2, 10, NULL, PME_SCALE_FITTED}, &out, &report, NULL),
                   PME_BAD_ARGUMENT);
  assert_int_equal(pme_profile_scale(&(pme_scale_question){none, 2, 10, NULL, PME_SCALE_FITTED}, &out, &report, NULL),
                   PME_BAD_ARGUMENT);
  pme_profile_destroy(p);
}

/* ---- answers ---- */

static pme_machine machine_of(const char *text) {
  pme_machine machine;
  assert_int_equal(pme_machine_read(text, strlen(text), &machine, NULL), PME_OK);
  return machine;
}

/* Columns of a matrix of 512 rows of 4 KiB: all of a column in one set, which SDCM does not see. */
static void set_conflicts(void **state) {
  (void)state;
  recorder r = start(1);
  for (int sweep = 0; sweep < 50; sweep++)
    for (uint64_t i = 0; i < 16; i++)
      record(&r, 0, (1 << 20) + 4096 * i);
  pme_profile *p = finish(&r, 16);
  pme_machine machine = machine_of("cores=1;L1=32K,8,64;L2=32K,512,64");
  pme_profile_answers *answers;
  assert_int_equal(pme_profile_predict(p, &machine, &answers, NULL), PME_OK);
  assert_int_equal(answers->count, 1);
  const pme_profile_answer *a = &answers->items[0];
  const pme_misses *l1 = &a->prediction->references[0].levels[0];
  assert_true(a->references[0][0].set_conflict && a->totals[0].set_conflict && a->loops[0][0].set_conflict);
  assert_true(l1->misses == 800 && l1->accesses == 800 && l1->cold == 16);
  assert_int_equal(l1->precision, PME_PRECISION_EXACT);
  assert_int_equal(l1->engine, PME_ENGINE_PROFILE);
  near(a->references[0][0].sdcm, 16, 1e-3, "SDCM");
  near(a->references[0][0].fully_associative, 16, 1e-12, "fully associative");
  assert_true(isnan(a->references[0][1].exact_index)); /* L2: 1 set was not followed */
  near(a->prediction->levels[1].misses, 16, 1e-12, "L2");
  assert_int_equal(a->prediction->levels[1].precision, PME_PRECISION_ESTIMATE);
  assert_int_equal(a->prediction->loops[0].status, PME_LOOP_MODELLED);
  pme_profile_answers_destroy(answers);
  pme_machine other = machine_of("cores=1;L1=32K,8,128");
  assert_int_equal(pme_profile_predict(p, &other, &answers, NULL), PME_OK);
  assert_int_equal(answers->items[0].prediction->reason_count, 1);
  assert_int_equal(answers->items[0].prediction->loops[0].status, PME_LOOP_NOT_MODELLED);
  pme_profile_answers_destroy(answers);
  pme_profile_destroy(p);
}

static void no_memory(void **state) {
  (void)state;
  pme_profile *p = matmul(8), *q = matmul(12), *r = matmul(16), *scaled;
  pme_machine machine = machine_of("cores=1;L1=32K,8,64;L2=256K,8,64");
  pme_profile_answers *answers;
  pme_scale_report report;
  const pme_scale_run runs[] = {{p, 8}, {q, 12}, {r, 16}};
  pme_status status = PME_NO_MEMORY;
  for (long n = 1; status; n++) {
    pme_fail_allocation_after(n);
    status = pme_profile_scale(&(pme_scale_question){runs, 3, 24, "n", PME_SCALE_FITTED}, &scaled, &report, NULL);
    if (!status) {
      status = pme_profile_predict(scaled, &machine, &answers, NULL);
      pme_profile_destroy(scaled);
      if (!status)
        pme_profile_answers_destroy(answers);
    }
    pme_fail_allocation_after(0);
    assert_true(status == PME_OK || status == PME_NO_MEMORY);
  }
  pme_profile_destroy(p);
  pme_profile_destroy(r);
  pme_profile_destroy(q);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vector_4),
      cmocka_unit_test(sdcm_is_monotone),
      cmocka_unit_test(vector_3),
      cmocka_unit_test(blocks_that_cannot_be_solved),
      cmocka_unit_test(windows),
      cmocka_unit_test(vector_5),
      cmocka_unit_test(scaling),
      cmocka_unit_test(scaling_of_counts),
      cmocka_unit_test(scaling_of_distances),
      cmocka_unit_test(doubtful_scaling),
      cmocka_unit_test(crowded_sets),
      cmocka_unit_test(answers_with_range),
      cmocka_unit_test(bad_scalings),
      cmocka_unit_test(set_conflicts),
      cmocka_unit_test(no_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
