/* Windows that are moved over data: how wide they are taken for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/by_size/symbols/expressions.h"
#include "analysis/by_size/symbols/windows.h"
#include "test/unit/by_size/asked.h"

static int64_t value_of(const pme_by_size *answer, const char *symbol) {
  const pme_binding *taken = taken_for(answer, symbol);
  assert_true(!taken || taken->value != 3 || taken->origin == pme__of_window);
  return taken ? taken->value : -1;
}

#define IMAGE "loop y = 0 .. n - 1 parallel\nloop x = 0 .. n - 1\n"
#define WINDOW "loop p = 0 .. w - 1\nloop q = 0 .. w - 1\n"

/* Moved by one element, by two, by a symbol: the window is w wide, and the image has rows of n. */
static void test_widths(void **state) {
  (void)state;
  static const char *const addresses[] = {"4*row*y + 4*row*p + 4*x + 4*q", "8*row*y + 4*row*p + 8*x + 4*q",
                                          "4*stride*row*y + 4*row*p + 4*stride*x + 4*q"};
  for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++) {
    asked a;
    const pme_by_size *answer = ask_address(&a, "param w\nparam row\nparam stride\n", IMAGE WINDOW, addresses[i]);
    assert_int_equal(value_of(answer, "w"), 3);
    assert_int_equal(value_of(answer, "n"), -1);
    assert_string_equal(answer->symbols[0], "n");
    close_program(&a);
  }
}

/* Rows of a matrix, whatever their pitch, and planes of a cube, are no windows. */
static void test_rows_are_none(void **state) {
  (void)state;
  static const char *const addresses[] = {"4*w*y + 4*q", "4*row*y + 4*q", "4*row*row*y + 4*row*x + 4*p + 4*row*q",
                                          "4*w*w*y + 4*w*p + 4*q", "16*y*((4*w + 23) / 16) + 4*q"};
  for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++) {
    asked a;
    const pme_by_size *answer = ask_address(&a, "param w\nparam row\n", IMAGE WINDOW, addresses[i]);
    assert_int_equal(value_of(answer, "w"), i == 2 ? 3 : -1);
    close_program(&a);
  }
}

/* Where a symbol ends what is no window, too, it is a size; and so is the only one. */
static void test_ends_elsewhere(void **state) {
  (void)state;
  asked a;
  const pme_by_size *answer = ask_address(&a, "", IMAGE "loop p = 0 .. n - 1\n", "4*x + 4*p");
  assert_int_equal(answer->symbol_count, 1);
  close_program(&a);
  answer = ask_address(&a, "param w\n", "loop y = 0 .. 99 parallel\nloop p = 0 .. w - 1\n", "4*y + 4*p");
  assert_int_equal(value_of(answer, "w"), -1);
  close_program(&a);
}

/* im2col: what is left of a division counts in the window, and padding is taken off. */
static void test_remainders_and_padding(void **state) {
  (void)state;
  asked a;
  const pme_by_size *answer = ask_address(&a, "param w\nparam pad\nparam row\n",
                                          "loop c = 0 .. n*w - 1 parallel\nloop x = 0 .. n + 2*pad - w\n",
                                          "4*row*(c / w) + 4*(c % w) + 4*x - 4*pad");
  assert_int_equal(value_of(answer, "w"), 3);
  assert_int_equal(value_of(answer, "pad"), 1);
  close_program(&a);
  answer = ask_address(&a, "param w\nparam pad\nparam row\n", /* beside rows of as many as there are places */
                       "loop c = 0 .. n*w - 1 parallel\nloop x = 0 .. (n + 2*pad - w) / 2\n"
                       "write a @ 4*c*((n + 2*pad - w) / 2 + 1) + 4*x\n",
                       "4*row*(c / w) + 4*(c % w) + 8*x - 4*pad");
  assert_int_equal(value_of(answer, "pad"), 1);
  close_program(&a);
}

/* Pools of an image whose sizes are symbols of their own: conditions keep the window inside. `pad / 2` is padding, and
 * a stride that moves the window in rows and in columns is small, but not where a loop ends at it. */
static void test_conditions(void **state) {
  (void)state;
  static const char pool[] = "loop y = 0 .. n - 1 parallel\nloop x = 0 .. n - 1\nloop p = 0 .. w - 1\n"
                             "loop q = 0 .. w - 1\nif stride*y + p - pad / 2, h - stride*y - p + pad / 2 - 1\n";
  static const char address[] = "4*stride*row*y + 4*row*p + 4*stride*x + 4*q - 4*row*(pad / 2) - 4*(pad / 2)";
  asked a;
  const pme_by_size *answer = ask_address(&a, "param w\nparam row\nparam stride\nparam pad\nparam h\n", pool, address);
  assert_int_equal(value_of(answer, "w"), 3);
  assert_int_equal(value_of(answer, "stride"), 1);
  assert_int_equal(value_of(answer, "pad"), 1);
  assert_int_equal(value_of(answer, "h"), -1);
  close_program(&a);
  answer = ask_address(&a, "param w\nparam row\nparam stride\nparam pad\nparam h\n",
                       "loop y = 0 .. n - 1 parallel\nloop x = 0 .. stride - 1\nloop p = 0 .. w - 1\n"
                       "loop q = 0 .. w - 1\nif h - y - pad - 1\n",
                       "4*stride*row*y + 4*row*p + 4*stride*x + 4*q");
  assert_int_equal(value_of(answer, "stride"), -1);
  assert_int_equal(value_of(answer, "pad"), -1);
  close_program(&a);
}

static void test_names(void **state) {
  (void)state;
  asked a;
  ask_address(&a, "param w\n", IMAGE WINDOW, "8*x + 8*q");
  assert_int_equal(pme__parameter_named(a.program, "w"), 1);
  assert_int_equal(pme__parameter_named(a.program, "v"), PME_NONE);
  close_program(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_widths),
      cmocka_unit_test(test_rows_are_none),
      cmocka_unit_test(test_ends_elsewhere),
      cmocka_unit_test(test_remainders_and_padding),
      cmocka_unit_test(test_conditions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
