/* Symbols that stand in addresses alone: what they are taken for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/by_size/symbols/pitches.h"
#include "test/unit/by_size/asked.h"

static pme_size_form form_of(const pme_by_size *answer, const char *symbol) {
  for (int i = 0; i < answer->symbol_count; i++)
    if (!strcmp(answer->symbols[i], symbol))
      return answer->forms[i];
  fail_msg("%s is no size", symbol);
  abort();
}

static int64_t value_of(const pme_by_size *answer, const char *symbol) {
  const pme_binding *taken = taken_for(answer, symbol);
  return taken ? taken->value : -1;
}

#define CUBE "loop k = 0 .. n - 1 parallel\nloop j = 0 .. n - 1\nloop i = 0 .. n - 1\n"

/* Planes are as long as their rows are; each line of a cube is fetched once. */
static void test_planes(void **state) {
  (void)state;
  asked a;
  const pme_by_size *answer = ask_address(&a, "param row\nparam plane\n", CUBE, "8*plane*k + 8*row*j + 8*i");
  assert_int_equal(form_of(answer, "row").power, 1);
  assert_int_equal(form_of(answer, "plane").power, 2);
  const pme_by_size_loop *loop = &answer->loops[0];
  for (int i = 0; i < loop->point_count; i++) {
    double n = (double)loop->points[i].size, lines = n * n * n / 8;
    assert_true(loop->points[i].levels[0].misses > 0.98 * lines);
    assert_true(loop->points[i].levels[0].misses < 1.1 * lines + 8);
  }
  close_program(&a);
}

/* Which comes first in the list of symbols does not matter; nor does how planes are written. */
static void test_products_of_pitches(void **state) {
  (void)state;
  asked a;
  const pme_by_size *answer = ask_address(&a, "param plane\nparam row\n", CUBE, "8*row*j + 8*plane*k + 8*i");
  assert_int_equal(form_of(answer, "plane").power, 2);
  close_program(&a);
  answer = ask_address(&a, "param rows\nparam row\n", CUBE, "8*row*rows*k + 8*row*j + 8*i");
  assert_int_equal(form_of(answer, "rows").power, 1);
  assert_int_equal(form_of(answer, "row").power, 1);
  close_program(&a);
}

/* Bytes from point to point that are divided by the size of an element: points of channels do not overlap. */
static void test_bytes_by_elements(void **state) {
  (void)state;
  asked a;
  const pme_by_size *answer = ask_address(&a, "param step\n", CUBE, "4*i + 4*((n*step*k + step*j) / 4)");
  assert_int_equal(form_of(answer, "step").power, 1);
  assert_int_equal(form_of(answer, "step").factor, 4);
  const pme_by_size_loop *loop = &answer->loops[0];
  for (int i = 0; i < loop->point_count; i++) {
    double n = (double)loop->points[i].size, lines = n * n * n / 16;
    assert_true(loop->points[i].levels[0].misses > 0.98 * lines);
    assert_true(loop->points[i].levels[0].misses < 1.1 * lines + 8);
  }
  close_program(&a);
}

/* Loops around a row are none of it, whatever the order: a column of a matrix. */
static void test_columns(void **state) {
  (void)state;
  asked a;
  const pme_by_size *answer = ask_address(&a, "param row\n", CUBE, "8*row*i + 8*k");
  assert_int_equal(form_of(answer, "row").power, 1);
  assert_int_equal(form_of(answer, "row").factor, 1);
  close_program(&a);
}

/* Nor does the order of loops matter to components in planes, as of Fortran's arrays: a(c, i, j) from 1 on. */
static void test_planes_inside_rows(void **state) {
  (void)state;
  asked a;
  const pme_by_size *answer =
      ask_address(&a, "param first\nparam rows\n", "loop i = 1 .. n parallel\nloop j = 1 .. n\nloop c = 1 .. 3\n",
                  "8*first*rows*j + 8*first*i + 8*c - 8*first - 8*first*rows - 8");
  assert_int_equal(value_of(answer, "first"), 5);
  assert_int_equal(form_of(answer, "rows").power, 1);
  assert_int_equal(form_of(answer, "rows").factor, 1);
  close_program(&a);
}

/* Windows that move: the rows of what they are moved over lie around them. */
static void test_windows(void **state) {
  (void)state;
  asked a;
  const pme_by_size *answer =
      ask_address(&a, "param stride\nparam row\n",
                  "loop y = 0 .. n - 1 parallel\nloop x = 0 .. n - 1\nloop p = 0 .. 2\nloop q = 0 .. 2\n",
                  "8*stride*row*y + 8*row*p + 8*stride*x + 8*q");
  assert_int_equal(value_of(answer, "stride"), 1);
  assert_int_equal(form_of(answer, "row").power, 1);
  assert_int_equal(form_of(answer, "row").factor, 1);
  close_program(&a);
}

/* Blocks whose sides are known are as far apart as they are long, with neighbours; which one is no size. */
static void test_blocks(void **state) {
  (void)state;
  asked a;
  const pme_by_size *answer = ask_address(&a, "param row\nparam block\nparam id\n",
                                          "loop b = 0 .. n - 1 parallel\nloop j = 0 .. 15\nloop i = 0 .. 15\n",
                                          "16*block*b + 8*row*j + 8*i + 16*id*block");
  assert_int_equal(value_of(answer, "row"), 18);
  assert_int_equal(value_of(answer, "block"), 18 * 18 / 2);
  assert_int_equal(value_of(answer, "id"), 1);
  assert_int_equal(answer->symbol_count, 1);
  close_program(&a);
}

/* Of a collapsed nest what is taken off is no padding, and pitches multiply divisions: all are sizes. */
static void test_collapsed(void **state) {
  (void)state;
  asked a;
  const pme_by_size *answer =
      ask_address(&a, "param m\nparam row\nparam plane\n", "loop c = 0 .. n*m*n - 1 parallel\n",
                  "8*plane*row*(c / m / n) + 8*row*(c / m) + 8*c - 8*m*(c / m) - 8*n*row*(c / m / n)");
  assert_int_equal(answer->taken_count, 0);
  assert_int_equal(answer->symbol_count, 4);
  close_program(&a);
}

/* What stands in bounds, too, is left as it is, whatever its addresses say. */
static void test_where_it_stands(void **state) {
  (void)state;
  asked a;
  pme__unknown_symbols unknown;
  static const pme__where where[] = {PME__ANYWHERE, PME__ANYWHERE}, alone[] = {PME__ANYWHERE, PME__IN_ADDRESSES};
  ask_address(&a, "param row\n", CUBE, "8*row*j + 8*i");
  const pme__address_terms *terms = pme__read_address_terms(a.program, a.arena);
  const char *sizes[] = {"n", "row"};
  pme_size_form forms[] = {pme__whole_size, pme__whole_size};
  pme_binding taken[2];
  unknown = (pme__unknown_symbols){.size_count = 2, .sizes = sizes, .forms = forms, .taken = taken};
  assert_int_equal(pme__find_pitches(a.program, &a.what_if, where, terms, a.arena, &unknown), PME_OK);
  assert_int_equal(unknown.forms[1].factor, 1);
  assert_int_equal(pme__find_pitches(a.program, &a.what_if, alone, terms, a.arena, &unknown), PME_OK);
  assert_int_equal(unknown.size_count, 2);
  assert_int_equal(unknown.forms[1].power, 1);
  close_program(&a);
}

/* flux(1, i, j) to flux(3, i, j) beside u(i, j): an array of three components, whatever the first extent is called. Of
 * rows whose first elements alone are touched nobody knows the length. */
static void test_components(void **state) {
  (void)state;
  static const char points[] =
      "pme 1\nfunction f\nparam n\nparam first\nparam row\narray u element 8\narray flux element "
      "8\nloop j = 0 .. n - 1 parallel\nloop i = 0 .. n - 1\nwrite u @ 8*n*j + 8*i\n"
      "read flux @ 8*first*row*j + 8*first*i\nread flux @ 8*first*row*j + 8*first*i + 8\n"
      "read flux @ 8*first*row*j + 8*first*i + 16\nend\nend\n";
  static const char edges[] =
      "pme 1\nfunction f\nparam n\nparam first\narray u element 8\nloop j = 0 .. n - 1 parallel\n"
      "write u @ 8*first*j\nread u @ 8*first*j + 8\nend\n";
  asked a;
  assert_int_equal(value_of(ask(&a, points, 0), "first"), 3);
  close_program(&a);
  assert_int_equal(value_of(ask(&a, edges, 0), "first"), -1);
  close_program(&a);
}

/* (2 * j + 1) * row: the loop goes two rows on, and what is touched of one is to fit into half of that. Nor does such a
 * plane make `row` a number of rows. */
static void test_rows_between(void **state) {
  (void)state;
  asked a;
  const pme_by_size *answer =
      ask_address(&a, "param row\nparam rows\n", CUBE, "16*row*rows*k + 8*row*rows + 16*row*j + 8*row + 16*i");
  assert_int_equal(form_of(answer, "row").factor, 2);
  assert_int_equal(form_of(answer, "rows").power, 1);
  assert_int_equal(form_of(answer, "rows").factor, 2);
  close_program(&a);
  answer = ask_address(&a, "param row\nparam rows\n",
                       "loop k = 0 .. n - 1 parallel\nloop j = 0 .. n - 1\nloop i = 0 .. 99\n",
                       "16*row*rows*k + 8*row*rows + 16*row*j + 8*row + 16*i");
  assert_int_equal(value_of(answer, "row"), 2 * 102);
  close_program(&a);
  answer = ask_address(&a, "param row\n", CUBE, "24*row*n - 24*row*j + 16*row + 24*i"); /* downwards */
  assert_int_equal(form_of(answer, "row").factor, 3);
  close_program(&a);
}

/* Where there is no other size, a pitch is one. */
static void test_pitch_alone(void **state) {
  (void)state;
  asked a;
  const pme_by_size *answer =
      ask_address(&a, "param row\n", "loop j = 0 .. 99 parallel\nloop i = 0 .. 99\n", "8*row*j + 8*i");
  assert_int_equal(answer->symbol_count, 1);
  assert_string_equal(answer->symbols[0], "row");
  assert_int_equal(form_of(answer, "row").power, 1);
  close_program(&a);
}

/* Which element it is, where no loop is in the address, is no size; where one is, what lies between two parts is. */
static void test_index(void **state) {
  (void)state;
  asked a;
  const pme_by_size *answer =
      ask_address(&a, "param id\nparam lower\n", "loop i = 0 .. n - 1 parallel\n", "8*id - 8*lower");
  assert_int_equal(answer->symbol_count, 1);
  assert_int_equal(value_of(answer, "id"), 1);
  assert_int_equal(value_of(answer, "lower"), 1);
  close_program(&a);
  answer = ask_address(&a, "param half\n", "loop i = 0 .. n - 1 parallel\n", "8*half + 8*i");
  assert_int_equal(value_of(answer, "half"), 0); /* where what is touched begins */
  close_program(&a);
  expect_symbols("param n\nparam half\narray a element 8\nloop i = 0 .. n - 1 parallel\n"
                 "  read a @ 8*i\n  read a @ 8*half + 8*i\nend\n",
                 "n half", "");
  expect_symbols("param n\nparam id\narray vectors element 8 extents 100\narray a element 8\n"
                 "loop i = 0 .. n - 1 parallel\n  read a @ 8*i\n"
                 "  loop c = 0 .. 2\n    read vectors scattered 1 @ 8*id + 8*c\n  end\nend\n",
                 "n", "id = 1");
}

/* p[channels * x + id]: a loop over records says that `id` is an element of one; planes that have numbers are none. */
static void test_element_of_record(void **state) {
  (void)state;
  asked a;
  static const char pixels[] = "loop x = 0 .. n - 1 parallel\nloop c = 0 .. n - 1\n";
  const pme_by_size *answer = ask_address(&a, "param id\n", pixels, "4*n*x + 4*id");
  assert_int_equal(value_of(answer, "id"), 1);
  assert_int_equal(answer->symbol_count, 1);
  close_program(&a);
  answer = ask_address(&a, "param id\n", pixels, "12*x + 4*id");
  assert_int_equal(value_of(answer, "id"), 1);
  close_program(&a);
  expect_symbols("param n\nparam plane\narray a element 8\nloop i = 0 .. n - 1 parallel\n  read a @ 8*n*i + 8*plane\n"
                 "  read a @ 8*n*i + 16*plane\nend\n",
                 "n plane", "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_planes),
      cmocka_unit_test(test_products_of_pitches),
      cmocka_unit_test(test_bytes_by_elements),
      cmocka_unit_test(test_columns),
      cmocka_unit_test(test_planes_inside_rows),
      cmocka_unit_test(test_windows),
      cmocka_unit_test(test_blocks),
      cmocka_unit_test(test_collapsed),
      cmocka_unit_test(test_where_it_stands),
      cmocka_unit_test(test_components),
      cmocka_unit_test(test_rows_between),
      cmocka_unit_test(test_pitch_alone),
      cmocka_unit_test(test_index),
      cmocka_unit_test(test_element_of_record),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
