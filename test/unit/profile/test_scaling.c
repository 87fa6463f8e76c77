/* Profiles of small runs scaled to a larger input. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/profile/scale.h"
#include "analysis/profile/scale_counts.h"
#include "test/unit/near.h"
#include "test/unit/profile/kernel_profile.h"

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
                           pme__scale_way way) {
  pme__scale_run runs[8];
  pme_profile *scaled, *real = kernel(target);
  pme__scale_report report;
  pme_error error = {0};
  pme_profile_part whole = PME_PROFILE_WHOLE;
  pme_histogram a = {0}, b = {0};
  double worst = 0, accesses, expected;
  for (int i = 0; i < count; i++) /* in no order */
    runs[i] = (pme__scale_run){kernel(sizes[(i + 1) % count]), (double)sizes[(i + 1) % count]};
  if (pme__profile_scale(&(pme__scale_question){runs, count, (double)target, "n", way, NULL}, &scaled, &report, &error))
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
  near(pme__scale_count(n, cubes, 5, 1000), 1e9 + 2e6, 1e-9, "n^3 + 2 n^2");
  near(pme__scale_count(n, inner, 5, 1000), 998. * 998, 1e-9, "(n - 2)^2");
  near(pme__scale_count(n, two, 5, 1000), 6, 1e-9, "constant");
  near(pme__scale_count(n, cubes, 2, 96), cubes[4], 0.05, "a straight line in logarithms");
}

/* Searches in halves, as often as the array has lines, which are rounds of a loop in the profile. */
static pme_profile *halves(uint64_t n) {
  recorder r = start(1);
  uint64_t random = 1, rounds = 0;
  for (uint64_t search = 0; search < 8 * n; search++) {
    random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    for (uint64_t low = 0, high = n, wanted = (random >> 33) % n; low < high; rounds++) {
      uint64_t middle = (low + high) / 2;
      record(&r, 0, (1 << 20) + 64 * middle);
      if (middle < wanted)
        low = middle + 1;
      else
        high = middle;
    }
  }
  pme_profile_count_loop(r.profile, 0, 8. * (double)n - 1, (double)rounds - 1, 1);
  pme_profile_count_block(r.profile, 0, (double)rounds - 1);
  return finish(&r, (double)n);
}

/* Lines drawn from n, but 32 times in n the same as before. */
static pme_profile *chance(uint64_t n) {
  recorder r = start(1);
  uint64_t random = 1, line = 0;
  for (uint64_t i = 0; i < 20 * n; i++) {
    random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    if ((random >> 33) % n >= 32)
      line = (random >> 20) % n;
    record(&r, 0, (1 << 20) + 64 * line);
  }
  return finish(&r, (double)n);
}

/* Rounds over 513 lines: a cache of 512 has none of them. */
static pme_profile *one_line_more(uint64_t n) {
  recorder r = start(1);
  for (uint64_t i = 0; i < 20 * n; i++)
    record(&r, 0, (1 << 20) + 64 * (i % 513));
  return finish(&r, (double)n);
}

/* Near distances are counted, in rounds where these grow slowly; what lies at the border of a cache stays there. */
static void scaling_of_near_distances(void **state) {
  (void)state;
  static const struct {
    pme_profile *(*kernel)(uint64_t n);
    uint64_t sizes[4], target;
    double at_most;
  } cases[] = {{halves, {64, 128, 192, 256}, 2048, 0.04},
               {chance, {128, 256, 384, 512}, 4096, 0.04},
               {one_line_more, {512, 1024, 1536, 2048}, 4096, 0.02}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double worst = scaled_error(cases[i].kernel, cases[i].sizes, 4, cases[i].target, PME_SCALE_FITTED);
    print_message("near distances, case %zu: %.4f\n", i, worst);
    if (worst > cases[i].at_most)
      fail_msg("case %zu: %g", i, worst);
  }
}

static void scaling_of_shares(void **state) {
  (void)state;
  static const double lines[] = {128, 256, 384, 512};
  double limit[4], power[4];
  for (int i = 0; i < 4; i++) {
    limit[i] = 0.75 - 16 / lines[i];
    power[i] = 2 / sqrt(lines[i]);
  }
  near(pme__scale_share(lines, limit, 4, 4096), 0.75 - 16. / 4096, 1e-9, "comes up to a limit");
  near(pme__scale_share(lines, power, 4, 4096), 2. / 64, 1e-9, "falls with the root");
}

/* What grows slowly: by a step now and then, with the logarithm, or not at all but for chance. */
static void scaling_of_rounds(void **state) {
  (void)state;
  static const double n[] = {2048, 4096, 6144, 8192};
  static const double halves[] = {11, 12, 12 + 2. / 3, 13}, nodes[] = {3, 3, 4, 4}, waves[] = {6, 7, 7, 8},
                      chance[] = {12.2, 12.3, 12.1, 12.25}, up_and_down[] = {5, 4, 4, 5};
  near(pme__scale_count(n, halves, 4, 65536), 16, 0.01, "log2 n rounds of a search in halves");
  near(pme__scale_count(n, nodes, 4, 65536), 4, 1e-9, "levels of nodes of 16");
  near(pme__scale_count(n, nodes, 4, 131072), 5, 1e-9, "one level more");
  near(pme__scale_count(n, waves, 4, 65536), 9, 1e-9, "waves");
  near(pme__scale_count(n, chance, 4, 65536), 12.2125, 1e-3, "neighbours drawn by chance");
  assert_true(pme__scale_count(n, up_and_down, 4, 65536) < 10); /* no parabola */
}

/* Rounds within searches, where the number of searches is a polynomial. */
static void scaling_of_nested_counts(void **state) {
  (void)state;
  static const double n[] = {2048, 4096, 6144, 8192};
  pme__scale_counts nest[] = {{{0}}, {{0}}};
  for (int i = 0; i < 4; i++) {
    nest[1].of_run[i] = n[i] / 2 + 7;
    nest[0].of_run[i] = nest[1].of_run[i] * (2 + log2(n[i]));
  }
  near(pme__scale_nested_count(n, nest, 2, 4, 65536), (32768 + 7) * 18., 1e-9, "rounds of all searches");
  near(pme__scale_nested_count(n, nest + 1, 1, 4, 65536), 32768 + 7, 1e-9, "searches");
  nest[1].of_run[0] = 0; /* no ratio: what is inside speaks for itself */
  near(pme__scale_nested_count(n, nest, 2, 4, 65536), (32768 + 7) * 18., 0.1, "rounds alone");
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
    pme__scale_run runs[4];
    pme__scale_report report;
    pme_profile *scaled;
    for (int i = 0; i < 4; i++)
      runs[i] = (pme__scale_run){kernels[kernel](sizes[i]), (double)sizes[i]};
    assert_int_equal(
        pme__profile_scale(&(pme__scale_question){runs, 4, 128, "n", PME_SCALE_FITTED, NULL}, &scaled, &report, NULL),
        PME_OK);
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
        pme__profile_scale(&(pme__scale_question){runs, 2, 128, "n", PME_SCALE_FITTED, NULL}, &scaled, &report, NULL),
        PME_OK);
    assert_true(isnan(report.standard_error) && !pme_profile_stream_at(scaled, 0)->range); /* two runs cannot tell */
    pme_profile_destroy(scaled);
    for (int i = 0; i < 4; i++)
      pme_profile_destroy((pme_profile *)runs[i].profile);
  }
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
  near(pme__scale_distance_by(lines, up, 4, 4096, PME_SCALE_POWERS, &exponent), 25 - 1920. / 4096, 1e-9,
       "comes up to 25");
  near(pme__scale_distance_by(lines, down, 4, 4096, PME_SCALE_POWERS, &exponent), 100 + 6400. / 4096, 1e-9,
       "comes down to 100");
  near(pme__scale_distance_by(lines, root, 4, 4096, PME_SCALE_POWERS, &exponent), 3 + 64, 1e-9, "grows with the root");
  assert_true(pme__scale_distance_by(lines, below, 4, 4096, PME_SCALE_POWERS, &exponent) >= 0);
  near(pme__scale_distance_by(lines, down, 2, 4096, PME_SCALE_POWERS, &exponent), down[1], 1e-9,
       "two runs cannot tell");
}

static void bad_scalings(void **state) {
  (void)state;
  pme_profile *p = matmul(8), *out;
  pme__scale_report report;
  const pme__scale_run same[] = {{p, 8}, {p, 8}}, none[] = {{p, 8}, {p, 0}};
  assert_int_equal(
      pme__profile_scale(&(pme__scale_question){same, 1, 10, NULL, PME_SCALE_FITTED, NULL}, &out, &report, NULL),
      PME_BAD_ARGUMENT);
  assert_int_equal(
      pme__profile_scale(&(pme__scale_question){same, 2, 10, NULL, PME_SCALE_FITTED, NULL}, &out, &report, NULL),
      PME_BAD_ARGUMENT);
  assert_int_equal(
      pme__profile_scale(&(pme__scale_question){none, 2, 10, NULL, PME_SCALE_FITTED, NULL}, &out, &report, NULL),
      PME_BAD_ARGUMENT);
  pme_profile_destroy(p);
}

/* Accesses are those of the counts, distances those of the small run: right for streams, wrong where they grow. */
static void counts_of_another_run(void **state) {
  pme_profile *small = jacobi(64), *large = jacobi(64), *scaled;
  pme__counts_report report;
  pme_error error = {0};
  pme_profile_part whole = PME_PROFILE_WHOLE;
  pme_histogram before = {0}, after = {0};
  double accesses, expected;
  (void)state;
  pme_profile_count_block(large, 0, 9); /* ten times */
  assert_int_equal(pme__profile_scale_by_counts(small, large, PME_DISTANCES_STAY, &scaled, &report, &error), PME_OK);
  near(report.unseen, 0, 1e-9, "unseen");
  assert_int_equal(pme_profile_sum(small, &whole, &before, NULL), PME_OK);
  assert_int_equal(pme_profile_sum(scaled, &whole, &after, &accesses), PME_OK);
  assert_int_equal(pme_profile_sum(large, &whole, NULL, &expected), PME_OK);
  near(accesses, 10 * expected, 1e-9, "accesses");
  for (double lines = 1; lines < 4096; lines *= 2)
    near(pme_histogram_miss_rate(&after, UINT64_MAX, lines), pme_histogram_miss_rate(&before, UINT64_MAX, lines), 0.02,
         "P(D | BB)");
  pme_histogram_destroy(&before, NULL);
  pme_histogram_destroy(&after, NULL);
  pme_profile_destroy(scaled);
  pme_profile *other;
  pme_profile_options options = pme_profile_default_options();
  assert_int_equal(pme_profile_create(&options, NULL, &other), PME_OK);
  assert_int_equal(pme__profile_scale_by_counts(small, other, PME_DISTANCES_STAY, &scaled, &report, &error),
                   PME_BAD_INPUT);
  pme_profile_destroy(other);
  pme_profile_destroy(small);
  pme_profile_destroy(large);
}

/* With four times as many first references far distances are four times as far, and near ones stay. The interval reaches
 * from distances that stay to those. */
static void counts_and_distances_grow(void **state) {
  pme_profile *small = jacobi(64), *large = jacobi(64), *stays, *grown;
  pme__counts_report report;
  pme_profile_part whole = PME_PROFILE_WHOLE;
  pme_histogram before = {0}, near_end = {0}, far_end = {0}, answer = {0};
  bool is_open = false;
  (void)state;
  pme_profile_count_block(large, 0, 3); /* four times */
  assert_int_equal(pme__profile_scale_by_counts(small, large, PME_DISTANCES_STAY, &stays, &report, NULL), PME_OK);
  assert_int_equal(pme__profile_scale_by_counts(small, large, PME_DISTANCES_GROW, &grown, &report, NULL), PME_OK);
  assert_int_equal(pme_profile_sum(small, &whole, &before, NULL), PME_OK);
  assert_int_equal(pme_profile_sum_range(stays, &whole, PME_RANGE_NEAREST, &near_end, &is_open), PME_OK);
  assert_true(is_open);
  assert_int_equal(pme_profile_sum_range(stays, &whole, PME_RANGE_FARTHEST, &far_end, NULL), PME_OK);
  assert_int_equal(pme_profile_sum(grown, &whole, &answer, NULL), PME_OK);
  for (double lines = 1; lines <= 16; lines *= 2)
    near(pme_histogram_miss_rate(&far_end, UINT64_MAX, lines), pme_histogram_miss_rate(&before, UINT64_MAX, lines),
         0.02, "what is near stays");
  for (double lines = 32; lines <= 4096; lines *= 2) {
    double rate = pme_histogram_miss_rate(&before, UINT64_MAX, lines);
    near(pme_histogram_miss_rate(&near_end, UINT64_MAX, lines), rate, 0.02, "distances stay");
    near(pme_histogram_miss_rate(&far_end, UINT64_MAX, 4 * lines), rate, 0.02, "four times as far");
    near(pme_histogram_miss_rate(&answer, UINT64_MAX, 4 * lines), rate, 0.02, "the answer");
  }
  pme_histogram_destroy(&before, NULL);
  pme_histogram_destroy(&near_end, NULL);
  pme_histogram_destroy(&far_end, NULL);
  pme_histogram_destroy(&answer, NULL);
  pme_profile_destroy(stays);
  pme_profile_destroy(grown);
  pme_profile_destroy(small);
  pme_profile_destroy(large);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(scaling),
      cmocka_unit_test(scaling_of_counts),
      cmocka_unit_test(scaling_of_near_distances),
      cmocka_unit_test(scaling_of_shares),
      cmocka_unit_test(scaling_of_rounds),
      cmocka_unit_test(scaling_of_nested_counts),
      cmocka_unit_test(scaling_of_distances),
      cmocka_unit_test(doubtful_scaling),
      cmocka_unit_test(counts_of_another_run),
      cmocka_unit_test(counts_and_distances_grow),
      cmocka_unit_test(bad_scalings),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
