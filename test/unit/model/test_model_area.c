/* Area vectors, regions and set occupancies: the examples of docs/model/equations.md 5, and brute force over
 * addresses. */
#include "analysis/model/closed_form/area/area_vector.h"
#include "analysis/model/closed_form/area/set_occupancy.h"
#include "analysis/model/closed_form/area/set_occupancy_sparse.h"
#include "analysis/model/closed_form/area/strided_region.h"
#include "test/reference/printed.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void assert_near(double a, double b, double tolerance) {
  if (!(fabs(a - b) <= tolerance))
    fail_msg("%.9g is not %.9g", a, b);
}

static uint64_t random_state = 4711;
static int64_t draw(int64_t low, int64_t high) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return low + (int64_t)((random_state >> 33) % (uint64_t)(high - low + 1));
}

/* ---- vectors ---- */

static void test_example_9(void **state) {
  (void)state;
  double v[2];
  pme__area_sequential(256, 8, 128, 1, v);
  assert_near(v[1], 0.256836, 1e-6);
  assert_near(v[0], 0.743164, 1e-6);
}

static void test_example_10(void **state) {
  (void)state;
  const double a[2] = {0.75, 0.25}, b[2] = {0.85, 0.15};
  double out[2];
  pme__area_union(a, b, 1, out);
  assert_near(out[1], 0.3625, 1e-12);
  assert_near(out[0], 0.6375, 1e-12);
}

static void test_union_laws(void **state) {
  (void)state;
  enum { WAYS = 5 };
  for (int i = 0; i < 200; i++) {
    double a[WAYS + 1], none[WAYS + 1], out[WAYS + 1], power[WAYS + 1], scratch[2 * (WAYS + 1)], sum = 0;
    for (int c = 0; c <= WAYS; c++)
      sum += a[c] = (double)draw(0, 9);
    for (int c = 0; c <= WAYS && sum > 0; c++)
      a[c] /= sum;
    if (sum == 0)
      continue;
    pme__area_none(none, WAYS);
    pme__area_union(a, none, WAYS, out);
    for (int c = 0; c <= WAYS; c++)
      assert_near(out[c], a[c], 1e-12);
    memcpy(power, a, sizeof power);
    pme__area_power(power, WAYS, 3, scratch);
    double twice[WAYS + 1], thrice[WAYS + 1], total = 0;
    pme__area_union(a, a, WAYS, twice);
    pme__area_union(twice, a, WAYS, thrice);
    for (int c = 0; c <= WAYS; c++) {
      assert_near(power[c], thrice[c], 1e-12);
      total += thrice[c];
    }
    assert_near(total, 1, 1e-12);
    double at_least = 0;
    for (int x = 0; x <= WAYS; x++)
      for (int y = 0; y <= WAYS; y++)
        at_least += x + y >= WAYS - 1 ? a[x] * twice[y] : 0;
    assert_near(pme__area_at_least(a, twice, WAYS, WAYS - 1), at_least, 1e-12);
  }
}

/* ---- set occupancies against addresses ---- */

enum { WAYS = 40 };

static void histogram_of(const pme__strided_region *region, int64_t sets, int64_t line, double *hist) {
  static uint32_t steps[1 << 20];
  pme__set_occupancy occupancy;
  pme__set_occupancy_clear(&occupancy, sets * line, 1, steps);
  assert_true(pme__set_occupancy_add(&occupancy, region));
  memset(hist, 0, (WAYS + 1) * sizeof *hist);
  pme__set_occupancy_histogram(&occupancy, WAYS, hist);
}

static int by_value(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

/* Runs of `length` elements: m1 of them at distances t1, and that m2 times at distances t2. */
typedef struct runs {
  int64_t m1, t1, m2, t2, length;
} runs;

/* Counts distinct lines per set for every alignment. */
static void brute_force(runs r, int64_t sets, int64_t line, double *hist) {
  static int64_t lines[1 << 16];
  memset(hist, 0, (WAYS + 1) * sizeof *hist);
  for (int64_t base = 0; base < sets * line; base++) {
    size_t count = 0;
    for (int64_t i = 0; i < r.m1; i++)
      for (int64_t j = 0; j < r.m2; j++)
        for (int64_t x = 0; x < r.length; x++)
          lines[count++] = (base + i * r.t1 + j * r.t2 + x) / line;
    qsort(lines, count, sizeof *lines, by_value);
    int per_set[64] = {0};
    for (size_t i = 0; i < count; i++)
      per_set[lines[i] % sets] += i == 0 || lines[i] != lines[i - 1];
    for (int64_t s = 0; s < sets; s++)
      hist[per_set[s] < WAYS ? per_set[s] : WAYS] += 1.0 / (double)(sets * sets * line);
  }
}

static void test_rows_against_brute_force(void **state) {
  (void)state;
  for (int i = 0; i < 250; i++) {
    int64_t line = (int64_t)2 << draw(0, 2), sets = (int64_t)4 << draw(0, 2);
    int64_t m = draw(1, 60), length = draw(1, 30), step = draw(1, 150);
    double expected[WAYS + 1], found[WAYS + 1];
    pme__strided_region region = pme__strided_region_of_run(draw(0, 99), length, line);
    assert_true(pme__strided_region_repeat(&region, m, draw(0, 1) ? step : -step));
    pme__strided_region_simplify(&region);
    histogram_of(&region, sets, line, found);
    brute_force((runs){m, step, 1, 0, length}, sets, line, expected);
    for (int c = 0; c <= WAYS; c++)
      assert_near(found[c], expected[c], 1e-9);
  }
}

static void test_grids_against_brute_force(void **state) {
  (void)state;
  for (int i = 0; i < 60; i++) {
    int64_t line = 4, sets = 8, m1 = draw(1, 9), t1 = draw(1, 40), length = draw(1, 6);
    int64_t m2 = draw(1, 9), t2 = (m1 - 1) * t1 + length + line + draw(0, 60);
    double expected[WAYS + 1], found[WAYS + 1];
    pme__strided_region region = pme__strided_region_of_run(0, length, line);
    assert_true(pme__strided_region_repeat(&region, m2, t2) && pme__strided_region_repeat(&region, m1, t1));
    pme__strided_region_simplify(&region);
    histogram_of(&region, sets, line, found);
    brute_force((runs){m1, t1, m2, t2, length}, sets, line, expected);
    for (int c = 0; c <= WAYS; c++)
      assert_near(found[c], expected[c], 1e-9);
  }
}

/* More rows than positions: box filters give what stepping gives (docs/model/equations.md 5.3). */
static void test_box_filters(void **state) {
  (void)state;
  for (int i = 0; i < 300; i++) {
    int64_t line = 8, sets = 16, span = line * sets;
    pme__strided_region region = {.start = draw(0, 200), .width = draw(8, 300), .dimension_count = 2};
    int64_t pitch = 1 << draw(0, 3), alignment = 1 << draw(0, 3);
    region.count[0] = draw(3, 90);
    region.count[1] = draw(30, 90);
    region.step[0] = pitch * draw(1, 500);
    region.step[1] = region.step[0] + pitch * draw(0, 5000);
    static uint32_t steps[1024];
    pme__set_occupancy occupancy;
    pme__set_occupancy_clear(&occupancy, span, alignment, steps);
    assert_true(pme__set_occupancy_add(&occupancy, &region));
    static int64_t expected[1024];
    memset(expected, 0, sizeof expected);
    for (int64_t a = 0; a < region.count[0]; a++)
      for (int64_t b = 0; b < region.count[1]; b++)
        for (int64_t x = 0; x < region.width; x++)
          expected[(region.start + a * region.step[0] + b * region.step[1] + x) % span]++;
    uint32_t sum = (uint32_t)occupancy.in_every_set;
    for (int64_t y = 0; y < span; y += alignment) {
      sum += occupancy.steps[y / alignment];
      int64_t count = sum < PME__SET_OCCUPANCY_MOST_COUNT ? sum : PME__SET_OCCUPANCY_MOST_COUNT;
      assert_int_equal(count,
                       expected[y] < PME__SET_OCCUPANCY_MOST_COUNT ? expected[y] : PME__SET_OCCUPANCY_MOST_COUNT);
    }
  }
}

/* Lines around a few reused rows, with and without the occupancy. */
static void test_nearby(void **state) {
  static uint32_t steps[2][4096];
  static pme__interval runs[4096];
  int answered = 0;
  (void)state;
  for (int i = 0; i < 300; i++) {
    int64_t line = 8, alignment = 1 << draw(0, 3), span = line * draw(16, 400) / alignment * alignment;
    pme__strided_region own = {.start = draw(-3000, 3000), .width = draw(8, 40), .dimension_count = 1};
    own.count[0] = draw(1, 6);
    own.step[0] = draw(50, 5000);
    pme__set_occupancy all, mine;
    pme__set_occupancy_clear(&all, span, alignment, steps[0]);
    pme__set_occupancy_clear(&mine, span, alignment, steps[1]);
    int count = pme__strided_region_expand(&own, runs, 0), more = draw(0, 60);
    for (int r = 0; r < more; r++) {
      int64_t low = draw(-20000, 20000);
      runs[count++] = (pme__interval){low, low + draw(8, i % 3 ? 100 : 8000)};
    }
    for (int r = 0; r < count; r++)
      pme__set_occupancy_add_interval(&all, &runs[r]);
    assert_true(pme__set_occupancy_add(&mine, &own));
    double expected[WAYS + 1] = {0}, found[WAYS + 1] = {0};
    pme__way_positions way = {span, alignment, WAYS};
    pme__set_occupancy_others(&all, &mine, WAYS, expected);
    if (!pme__set_occupancy_sparse_others(runs, count, &own, &way, found))
      continue;
    answered++;
    for (int c = 0; c <= WAYS; c++)
      assert_near(found[c], expected[c], 1e-9);
  }
  assert_true(answered > 100);
}

/* docs/model/equations.md 5.2: a column of 60000 doubles at stride 60000 in 8 MB, 16 ways, lines of 64 bytes. */
static void test_column_of_60000(void **state) {
  (void)state;
  double hist[WAYS + 1];
  pme__strided_region region = pme__strided_region_of_run(0, 1, 8);
  assert_true(pme__strided_region_repeat(&region, 60000, 60000));
  pme__strided_region_simplify(&region);
  histogram_of(&region, 8192, 8, hist);
  assert_near(hist[30], 0.0742, 5e-5);
  assert_near(hist[29], 0.1758, 5e-5);
  assert_near(hist[0], 0.75, 5e-5);
}

/* The number of other lines in the set of a line drawn from the region: size-biased (docs/model/equations.md 5.4). */
static void test_others(void **state) {
  (void)state;
  static uint32_t region_steps[1024], own_steps[1024];
  pme__strided_region region = pme__strided_region_of_run(0, 1, 8);
  assert_true(pme__strided_region_repeat(&region, 100, 115));
  pme__set_occupancy all, own;
  pme__set_occupancy_clear(&all, 256, 1, region_steps);
  pme__set_occupancy_clear(&own, 256, 1, own_steps);
  assert_true(pme__set_occupancy_add(&all, &region) && pme__set_occupancy_add(&own, &region));
  double hist[WAYS + 1] = {0}, others[WAYS + 1] = {0}, mean = 0;
  pme__set_occupancy_histogram(&all, WAYS, hist);
  pme__set_occupancy_others(&all, &own, WAYS, others);
  for (int c = 0; c <= WAYS; c++)
    mean += c * hist[c];
  for (int c = 1; c <= WAYS; c++)
    assert_near(others[c - 1], c * hist[c] / mean, 1e-12);
}

/* ---- regions ---- */

static void test_normal_form(void **state) {
  (void)state;
  /* 10 rows of 100 elements without gap: one run. */
  pme__strided_region rows = pme__strided_region_of_run(0, 1, 8);
  assert_true(pme__strided_region_repeat(&rows, 100, 1) && pme__strided_region_repeat(&rows, 10, 100));
  pme__strided_region_simplify(&rows);
  assert_int_equal(rows.dimension_count, 0);
  assert_int_equal(rows.width, 1007);
  /* A gap of 7 elements leaves no line untouched, a gap of 8 does. */
  for (int64_t gap = 7; gap <= 8; gap++) {
    pme__strided_region region = pme__strided_region_of_run(0, 4, 8);
    assert_true(pme__strided_region_repeat(&region, 3, 4 + gap));
    pme__strided_region_simplify(&region);
    assert_int_equal(region.dimension_count, gap == 8);
  }
  /* a[i + j] with i < 10, j < 20: 29 elements. */
  pme__strided_region sum = pme__strided_region_of_run(0, 1, 8);
  assert_true(pme__strided_region_repeat(&sum, 10, 100) && pme__strided_region_repeat(&sum, 20, 100));
  pme__strided_region_simplify(&sum);
  assert_int_equal(sum.dimension_count, 1);
  assert_int_equal(sum.count[0], 29);
}

static void test_join(void **state) {
  (void)state;
  pme__strided_region a = pme__strided_region_of_run(0, 10, 8), b;
  assert_true(pme__strided_region_repeat(&a, 5, 1000));
  pme__strided_region_simplify(&a);
  b = a;
  b.start += 1003; /* one row on, three elements to the right */
  double apart = pme__strided_region_measure(&a);
  assert_true(pme__strided_region_join(&a, &b));
  assert_int_equal(a.count[0], 6);
  assert_int_equal(a.width, 20);
  assert_true(pme__strided_region_measure(&a) < 2 * apart);
  b.start += 500; /* between the rows */
  assert_false(pme__strided_region_join(&a, &b));
}

static double mark(const pme__strided_region *region, bool *marked) {
  static pme__interval runs[4096];
  int count = pme__strided_region_expand(region, runs, 0);
  double fresh = 0;
  for (int i = 0; i < count; i++)
    for (int64_t x = runs[i].low; x < runs[i].high; x++) {
      fresh += !marked[x];
      marked[x] = true;
    }
  return fresh;
}

/* Joined regions hold both, and no more than the two together have positions; where rows overlap, nothing else. */
static void test_join_random(void **state) {
  static bool marked[1 << 16];
  int joined = 0;
  (void)state;
  for (int i = 0; i < 4000; i++) {
    bool tight = i % 2;
    pme__strided_region a = {.start = 20000, .width = draw(4, 12), .dimension_count = 2}, b;
    a.step[0] = draw(13, 40);
    a.step[1] = a.step[0] + draw(1, tight ? 60 : 900);
    a.count[0] = draw(2, 6);
    a.count[1] = draw(2, 6);
    b = a;
    b.start += a.step[0] * draw(-2, 2) + a.step[1] * draw(-2, 2) + (i % 3 ? 0 : draw(-9, 9));
    b.width = i % 5 ? a.width : draw(4, 12);
    b.count[i % 2] = i % 4 ? a.count[i % 2] : draw(2, 6);
    memset(marked, 0, sizeof marked);
    double both = mark(&a, marked), sum = both + pme__strided_region_measure(&b);
    both += mark(&b, marked);
    bool irregular = pme__strided_region_is_irregular(&a) || pme__strided_region_is_irregular(&b);
    if (!pme__strided_region_join(&a, &b))
      continue;
    joined++;
    double more = mark(&a, marked);
    assert_true(pme__strided_region_measure(&a) >= both && both + more <= sum);
    assert_true(!irregular || more == 0);
  }
  assert_true(joined > 400);
}

/* Coverage against marking every position. */
static void test_covered(void **state) {
  (void)state;
  for (int i = 0; i < 300; i++) {
    pme__strided_region target = {.start = draw(0, 50), .width = draw(8, 30), .dimension_count = 1}, sources[3];
    target.count[0] = draw(2, 10);
    target.step[0] = draw(40, 90);
    int count = (int)draw(1, 3);
    for (int s = 0; s < count; s++) {
      sources[s] = target;
      sources[s].start = draw(0, 300);
      sources[s].count[0] = draw(2, 10);
    }
    static bool marked[4096];
    memset(marked, 0, sizeof marked);
    for (int s = 0; s < count; s++)
      for (int64_t m = 0; m < sources[s].count[0]; m++)
        for (int64_t x = 0; x < sources[s].width; x++)
          marked[sources[s].start + m * sources[s].step[0] + x] = true;
    double inside = 0;
    for (int64_t m = 0; m < target.count[0]; m++)
      for (int64_t x = 0; x < target.width; x++)
        inside += marked[target.start + m * target.step[0] + x];
    assert_near(pme__strided_region_covered(&target, sources, count, 8), inside / pme__strided_region_measure(&target),
                1e-9);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_example_9),
      cmocka_unit_test(test_example_10),
      cmocka_unit_test(test_union_laws),
      cmocka_unit_test(test_rows_against_brute_force),
      cmocka_unit_test(test_grids_against_brute_force),
      cmocka_unit_test(test_box_filters),
      cmocka_unit_test(test_nearby),
      cmocka_unit_test(test_column_of_60000),
      cmocka_unit_test(test_others),
      cmocka_unit_test(test_normal_form),
      cmocka_unit_test(test_join),
      cmocka_unit_test(test_join_random),
      cmocka_unit_test(test_covered),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
