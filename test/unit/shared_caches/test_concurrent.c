/* Concurrent reuse distances: the numbers of the specification (V9 to V12), collecting, exact measurement. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/shared_caches/concurrent.h"
#include "analysis/shared_caches/concurrent_coherent.h"
#include "analysis/shared_caches/concurrent_gaps.h"
#include "analysis/shared_caches/concurrent_markov.h"
#include "analysis/shared_caches/concurrent_meter.h"
#include "test/property/concurrent/sharing_workloads.h"
#include "test/reference/printed.h"
#include "test/unit/shared_caches/collected_team.h"

/* ---- histograms ---- */

static void bins_are_those_of_histograms(void **state) {
  (void)state;
  for (uint64_t v = 0; v < 100000; v += 1 + v / 50)
    assert_int_equal(pme__tally_bin_of(v), pme_bin_of(v));
  for (uint32_t shift = 17; shift < 64; shift++)
    assert_int_equal(pme__tally_bin_of(UINT64_C(1) << shift), pme_bin_of(UINT64_C(1) << shift));
  for (uint32_t b = 0; b + 1 < PME_BIN_COUNT; b++)
    assert_int_equal(pme__tally_bin_of(pme__tally_last(b)), b);
}

static void a_profile_is_a_histogram(void **state) {
  (void)state;
  pme_arena *arena = pme_arena_create();
  pme__concurrent_profile profile;
  pme_histogram histogram;
  assert_int_equal(pme__concurrent_profile_open(arena, 5000, &profile), PME_OK);
  pme__tally_add_range(&profile.finite, 3, 1003, 500);
  profile.references = 600;
  profile.infinite = 100;
  assert_int_equal(pme__concurrent_profile_histogram(&profile, &histogram), PME_OK);
  for (double lines = 1; lines < 3000; lines *= 1.7)
    assert_near(pme_histogram_miss_rate(&histogram, UINT64_MAX, floor(lines)),
                pme__concurrent_miss_rate(&profile, floor(lines)), 1e-12);
  pme_histogram_destroy(&histogram, NULL);
  pme_arena_destroy(arena);
}

static void a_range_keeps_weight_and_mean(void **state) {
  (void)state;
  pme_arena *arena = pme_arena_create();
  pme__tally tally;
  assert_int_equal(pme__tally_open(arena, 5000, &tally), PME_OK);
  pme__tally_add_range(&tally, 3, 1003, 500); /* 3 .. 1002, weight 1/2 each */
  assert_near(pme__tally_count(&tally), 500, 1e-9);
  double sum = 0;
  for (uint32_t b = 0; b < tally.room; b++)
    sum += tally.bin[b].sum;
  assert_near(sum, 500 * 502.5, 1e-6);
  assert_near(pme__tally_above(&tally, 502), 250, 1e-9);
  assert_near(pme__tally_above(&tally, 2), 500, 1e-9);
  assert_near(pme__tally_above(&tally, 3), 499.5, 1e-9);
  pme_arena_destroy(arena);
}

/* ---- V9: gaps and the chain ---- */

static void gaps_of_equation_3(void **state) {
  (void)state;
  static const double expected[] = {.0625, .125, .15625, .15625, .13671875, .109375};
  for (int k = 0; k < 6; k++)
    assert_near(pme_gap_probability(3, .5, k, false), expected[k], 1e-12);
  static const struct {
    double between, fraction;
  } cases[] = {{3, .5}, {10, .25}, {7, .125}};
  for (int i = 0; i < 3; i++) {
    double printed = 0, repaired = 0;
    for (int k = 0; k < 4000; k++) {
      printed += pme_gap_probability(cases[i].between, cases[i].fraction, k, true);
      repaired += pme_gap_probability(cases[i].between, cases[i].fraction, k, false);
    }
    assert_near(printed, 1 / cases[i].fraction, 1e-9);
    assert_near(repaired, 1, 1e-9);
  }
  assert_near(pme__gap_mean(9, .25), 30, 1e-12);
  assert_near(pme__gap_deviation(9, .25), 10.95445, 1e-5);
}

static void gap_points_have_mass_mean_and_spread(void **state) {
  (void)state;
  static const struct {
    double between, fraction;
  } cases[] = {{0, .5}, {0, .01}, {3, .25}, {100, .5}, {100, .25}, {5000, .125}, {10, 1.0 / 64}, {1, 1.0 / 1024}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pme_arena *arena = pme_arena_create();
    pme__gap_points points;
    double between = cases[i].between, fraction = cases[i].fraction, mass = 0, mean = 0, square = 0;
    assert_int_equal(pme__gap_points_open(arena, fraction, &points), PME_OK);
    pme__gap_points_fill(&points, between, fraction);
    for (uint32_t p = 0; p < points.count; p++) {
      mass += points.point[p].weight;
      mean += points.point[p].weight * points.point[p].others;
      square += points.point[p].weight * points.point[p].others * points.point[p].others;
      assert_true(points.point[p].others >= 0 && points.point[p].weight >= 0);
      assert_true(p == 0 || points.point[p].others >= points.point[p - 1].others);
    }
    assert_near(mass, 1, 1e-9);
    assert_near(mean / pme__gap_mean(between, fraction), 1, .02);
    assert_near(sqrt(square - mean * mean) / pme__gap_deviation(between, fraction), 1, .1);
    pme_arena_destroy(arena);
  }
}

static void chain_of_equation_5(void **state) {
  (void)state;
  static const double step[] = {1, .75, .5, .25, 0};
  double chance[5] = {1};
  for (int k = 0; k < 4; k++)
    pme__markov_advance(step, 4, chance);
  static const double expected[] = {0, .015625, .328125, .5625, .09375};
  for (int d = 0; d < 5; d++)
    assert_near(chance[d], expected[d], 1e-12);
}

static void split_weight_of_equation_14(void **state) {
  (void)state;
  static const double cases[][3] = {{0, 3, 0}, {1, 3, .25}, {4, 4, .5}, {10, 2, 10.0 / 12}};
  for (int i = 0; i < 4; i++) {
    assert_near(pme__markov_split_kept(cases[i][0], cases[i][1], PME_MARKOV_PRINTED), cases[i][2], 1e-12);
    assert_near(pme__markov_split_kept(cases[i][0], cases[i][1], PME_MARKOV_REPAIRED), 1, 0);
  }
}

/* ---- V10 ---- */

static void equations_9_to_13(void **state) {
  (void)state;
  assert_near(pme__markov_same(10, 50, 40), .005, 1e-12);
  assert_near(pme__markov_different(.005, 5), .975248753, 1e-9);
  pme__markov_target target = {10, 50, 150, .2, 4};
  assert_near(pme__markov_split(&target, 20, PME_MARKOV_PRINTED), .0263316, 1e-7);
  assert_near(pme__markov_split(&target, 20, PME_MARKOV_REPAIRED), .0664784, 1e-7);
}

static void coherence_of_equation_23(void **state) {
  (void)state;
  pme__coherent_inputs inputs = {.2, 100, .06, .5};
  assert_near(pme__coherent_chance(&inputs, 9, PME_MARKOV_PRINTED), .001079482, 1e-9);
  assert_near(pme__coherent_chance(&inputs, 9, PME_MARKOV_REPAIRED), .001196765, 1e-9);
  assert_near(pme__coherent_chance(&inputs, 1e9, PME_MARKOV_PRINTED), 1, 1e-9);
  assert_near(pme__coherent_chance(&inputs, 1e9, PME_MARKOV_REPAIRED), .2, 1e-9);
  inputs.shared_lines = 0;
  assert_near(pme__coherent_chance(&inputs, 9, PME_MARKOV_PRINTED), 0, 0);
}

/* ---- collecting ---- */

static void v11_footprint(void **state) {
  (void)state;
  team t = collect(team_trace_of_text("abacbdda"), true);
  static const double expected[] = {0, 1, 1.857142857, 2.5, 3.2, 3.75, 4, 4, 4};
  assert_int_equal(t.sharing.parts, 1);
  for (int w = 0; w <= 8; w++)
    assert_near(pme__footprint_at(&t.sharing.part[0].footprint, w), expected[w], 1e-9);
  assert_near(pme__footprint_at(&t.sharing.part[0].footprint, 100), 4, 1e-9);
  assert_near(pme__footprint_at(&t.sharing.part[0].footprint, 1.5), (1 + 1.857142857) / 2, 1e-9);
  done(&t);
}

static double footprint_directly(const team_trace *trace, uint32_t thread, uint64_t w) {
  const pme__line_reference *reference = trace->reference[thread];
  uint64_t n = trace->count[thread], sum = 0;
  for (uint64_t start = 0; start + w <= n; start++)
    for (uint64_t i = start; i < start + w; i++) {
      bool is_new = true;
      for (uint64_t j = start; j < i && is_new; j++)
        is_new = pme__reference_line(reference[j]) != pme__reference_line(reference[i]);
      sum += is_new;
    }
  return (double)sum / (double)(n - w + 1);
}

static void footprints_are_window_averages(void **state) {
  (void)state;
  team t = collect(team_trace_of_text("abcabcddaefghabcbcaadefhgzzxyabccabdaefaagbbc"), true);
  for (uint64_t w = 1; w <= t.trace.count[0]; w++)
    assert_near(pme__footprint_at(&t.sharing.part[0].footprint, (double)w), footprint_directly(&t.trace, 0, w), 1e-9);
  done(&t);
}

static void classes_are_sharers_and_popularity(void **state) {
  (void)state;
  /* a: both threads, 2 references; b: both, 4; c, d: thread 0; e: thread 1. A capital letter writes. */
  team t = collect(team_trace_of_text("abbcdcC,abBe"), false);
  assert_int_equal(t.sharing.threads, 2);
  assert_int_equal(t.sharing.classes, 4);
  assert_near(t.sharing.lines, 5, 0);
  assert_near(t.sharing.shared_lines, 2, 0);
  assert_near(t.sharing.thread[0].references, 7, 0);
  assert_near(t.sharing.thread[0].lines, 4, 0);
  assert_near(t.sharing.thread[0].shared_references, 3, 0);
  assert_near(t.sharing.thread[1].shared_references, 3, 0);
  assert_near(t.sharing.thread[1].shared_writes, 1, 0);
  assert_near(t.sharing.thread[0].shared_writes, 0, 0);
  assert_int_equal(t.sharing.thread[0].parts, 3);
  done(&t);
  t = collect(team_trace_of_text("abbcdcC,abBe"), true);
  assert_int_equal(t.sharing.classes, 3);
  done(&t);
}

/* ---- exact measurement ---- */

static void assert_distances(const pme__concurrent_profile *profile, const double *expected, int count, double cold) {
  for (int d = 0; d < count; d++)
    assert_near(profile->finite.bin[d].count, expected[d], 0);
  assert_near(profile->infinite, cold, 0);
  assert_near(pme_concurrent_profile_mass(profile), 1, 1e-12);
}

/* V2: PPT-Multicore, Table 3. Cores in the order of time: 1 2 1 1 1 2 2 1 1 1. */
static void v2_crd_and_prd(void **state) {
  (void)state;
  const uint32_t core[] = {0, 1, 0, 0, 0, 1, 1, 0, 0, 0};
  const char lines[] = "uwvuyxvxuv";
  pme__line_reference reference[10];
  for (int i = 0; i < 10; i++)
    reference[i] = pme__reference_make((uint64_t)lines[i], false);
  const uint32_t own[] = {0, 1};
  pme__meter *shared, *private;
  assert_int_equal(pme__meter_open(&(pme__meter_options){.threads = 2}, &shared), PME_OK);
  assert_int_equal(pme__meter_open(&(pme__meter_options){.threads = 2, .instance = own}, &private), PME_OK);
  assert_int_equal(pme__meter_feed(shared, core, reference, 10), PME_OK);
  assert_int_equal(pme__meter_feed(private, core, reference, 10), PME_OK);
  assert_int_equal(pme__meter_flush(shared), PME_OK);
  assert_int_equal(pme__meter_flush(private), PME_OK);
  /* CRD: INF INF INF 2 INF INF 3 1 3 2, of which core 2 has the 2nd, 6th and 7th. */
  assert_distances(pme__meter_thread(shared, 0), (double[]){0, 1, 2, 1}, 4, 3);
  assert_distances(pme__meter_thread(shared, 1), (double[]){0, 0, 0, 1}, 4, 2);
  /* PRD: INF INF INF 1 INF INF INF INF 2 3. */
  assert_distances(pme__meter_thread(private, 0), (double[]){0, 1, 1, 1}, 4, 4);
  assert_distances(pme__meter_thread(private, 1), (double[]){0, 0, 0, 0}, 4, 3);
  pme__meter_close(shared);
  pme__meter_close(private);
}

/* V1 and V12 on one stack. */
static void v1_and_v12_distances(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double expected[5], cold;
  } cases[] = {{"wxwyxzzw", {1, 1, 1, 1, 0}, 4},
               {"abacbdda", {1, 1, 1, 1, 0}, 4},
               {"adbbeccca", {3, 0, 0, 0, 1}, 5},
               {"abcca", {1, 0, 1, 0, 0}, 3}};
  for (int i = 0; i < 4; i++) {
    team t = collect(team_trace_of_text(cases[i].text), true);
    pme__concurrent_profile alone;
    assert_int_equal(pme__concurrent_alone(&t.sharing, 0, t.arena, &alone), PME_OK);
    for (int d = 0; d < 5 && (uint32_t)d < alone.finite.room; d++)
      assert_near(alone.finite.bin[d].count, cases[i].expected[d], 0);
    assert_near(alone.infinite, cases[i].cold, 0);
    done(&t);
  }
  team t = collect(team_trace_of_text("wxwyxzzw"), true);
  pme__concurrent_profile alone;
  assert_int_equal(pme__concurrent_alone(&t.sharing, 0, t.arena, &alone), PME_OK);
  assert_near(pme__concurrent_miss_rate(&alone, 3) - .5, .125, 1e-12);
  assert_near(pme__concurrent_miss_rate(&alone, 4), .5, 1e-12);
  done(&t);
}

static void writes_of_others_invalidate(void **state) {
  (void)state;
  /* Thread 0 reads a b a a b, thread 1 writes A after the first three, then reads a. */
  const uint32_t thread[] = {0, 0, 0, 1, 0, 0, 1, 1, 0};
  const char lines[] = "abaAabaBb";
  const uint32_t own[] = {0, 1};
  pme__line_reference reference[9];
  for (int i = 0; i < 9; i++)
    reference[i] = pme__reference_make((uint64_t)(lines[i] | 0x20), lines[i] < 'a');
  pme__meter *meter;
  assert_int_equal(pme__meter_open(&(pme__meter_options){.threads = 2, .instance = own, .coherent = true}, &meter),
                   PME_OK);
  assert_int_equal(pme__meter_feed(meter, thread, reference, 9), PME_OK);
  assert_int_equal(pme__meter_flush(meter), PME_OK);
  /* a INF, b INF, a 1, | a was written: INF | b 1 | b was written: INF */
  assert_distances(pme__meter_thread(meter, 0), (double[]){0, 2, 0}, 3, 4);
  assert_near(pme__meter_invalidated(meter, 0), 2, 0);
  /* A INF, a 0, B INF */
  assert_distances(pme__meter_thread(meter, 1), (double[]){1, 0}, 2, 2);
  assert_near(pme__meter_invalidated(meter, 1), 0, 0);
  pme__meter_close(meter);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bins_are_those_of_histograms),
      cmocka_unit_test(a_profile_is_a_histogram),
      cmocka_unit_test(a_range_keeps_weight_and_mean),
      cmocka_unit_test(gaps_of_equation_3),
      cmocka_unit_test(gap_points_have_mass_mean_and_spread),
      cmocka_unit_test(chain_of_equation_5),
      cmocka_unit_test(split_weight_of_equation_14),
      cmocka_unit_test(equations_9_to_13),
      cmocka_unit_test(coherence_of_equation_23),
      cmocka_unit_test(v11_footprint),
      cmocka_unit_test(footprints_are_window_averages),
      cmocka_unit_test(classes_are_sharers_and_popularity),
      cmocka_unit_test(v2_crd_and_prd),
      cmocka_unit_test(v1_and_v12_distances),
      cmocka_unit_test(writes_of_others_invalidate),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
