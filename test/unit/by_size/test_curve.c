/* What a curve is between the sizes that were looked at. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "analysis/by_size/curve.h"
#include "test/unit/by_size/asked.h"

/* Points at powers of 4 whose misses follow one power up to `turn` and another one from there on. */
static pme_by_size_loop turning(pme_size_point *points, int count, double turn, double factor, double exponent) {
  for (int i = 0; i < count; i++) {
    double n = pow(4, i + 2), misses = n < turn ? n : factor * turn * pow(n / turn, exponent);
    points[i] = (pme_size_point){.size = (int64_t)n};
    points[i].levels[0] = (pme_misses){.accesses = n * n * n, .misses = misses, .low = misses, .high = misses};
  }
  return (pme_by_size_loop){.point_count = count, .points = points};
}

static void test_turns_between_points(void **state) {
  (void)state;
  pme_size_point points[6];
  pme_by_size_loop corner = turning(points, 6, 500, 1, 3);
  assert_true(fabs(pme_by_size_misses(&corner, 0, 400) - 400) < 4);
  assert_true(fabs(pme_by_size_misses(&corner, 0, 1000) - 4000) < 40);
  pme_by_size_loop step = turning(points, 6, 500, 100, 1); /* in the middle of 256 and 1024, as far as points say */
  assert_true(fabs(pme_by_size_misses(&step, 0, 480) - 480) < 4);
  assert_true(fabs(pme_by_size_misses(&step, 0, 540) - 54000) < 540);
  assert_true(pme__curve_doubt(&step, 2, 0) > 0.5);
  assert_true(pme__curve_doubt(&step, 4, 0) < 0.001);
}

/* A body and its borders, 3 n^2 - 100 n of 8 n^2 accesses, are known from two sizes. */
static void test_two_powers_between_points(void **state) {
  (void)state;
  pme_size_point points[2] = {{.size = 200}, {.size = 1000}};
  for (int i = 0; i < 2; i++) {
    double n = (double)points[i].size;
    points[i].levels[0] = (pme_misses){.accesses = 8 * n * n, .misses = 3 * n * n - 100 * n};
  }
  pme_by_size_loop loop = {.point_count = 2, .points = points};
  assert_true(fabs(pme_by_size_misses(&loop, 0, 500) - 700000) < 1);
}

/* Rows of n elements that begin at lines, eight in each: n rows have n times as many lines as the next multiple of 8 has,
 * where lines are what is missed. */
static void test_rows_that_begin_at_lines(void **state) {
  (void)state;
  pme_size_point points[2] = {{.size = 13}, {.size = 37}};
  for (int i = 0; i < 2; i++) {
    double n = (double)points[i].size, lines = ceil(n / 8);
    points[i].levels[0] = (pme_misses){.accesses = 4 * n * n, .misses = n * lines};
    points[i].levels[1] = (pme_misses){.accesses = 4 * n * n, .misses = n * n};
  }
  pme_by_size_loop loop = {.row_elements = 8, .point_count = 2, .points = points};
  assert_true(fabs(pme_by_size_misses(&loop, 0, 24) - 24 * 3) < 0.01);
  assert_true(fabs(pme_by_size_misses(&loop, 0, 25) - 25 * 4) < 0.01);
  assert_true(fabs(pme_by_size_misses(&loop, 1, 24) - 24 * 24) < 0.01); /* an element each is a line each */
}

static int64_t row_elements(const char *arrays) {
  asked a;
  char text[400];
  snprintf(
      text, sizeof text,
      "pme 1\nfunction f\nparam n\n%s\nloop i = 0 .. n - 1 parallel\nloop j = 0 .. n - 1\nread a[i, j]\nend\nend\n",
      arrays);
  const pme_by_size *answer = ask(&a, text, 0);
  assert_int_equal(answer->loop_count, 1);
  int64_t elements = answer->loops[0].row_elements;
  close_program(&a);
  return elements;
}

static void test_row_elements(void **state) {
  (void)state;
  assert_int_equal(row_elements("array a element 8 extents n (8*((n+7)/8)) align 64"), 8);
  assert_int_equal(row_elements("array a element 8 extents n n align 64"), 0);
  assert_int_equal(row_elements("array a element 8 extents n (8*((n+9)/8)) align 64"), 0); /* with borders */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_turns_between_points),
      cmocka_unit_test(test_two_powers_between_points),
      cmocka_unit_test(test_rows_that_begin_at_lines),
      cmocka_unit_test(test_row_elements),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
