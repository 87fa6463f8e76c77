/* Symbols that stand in one product alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/by_size/symbols/products.h"
#include "test/unit/by_size/asked.h"

/* The sizes that are left of n, m and k in a loop to this end, beside another one; in their order. */
static void sizes_of(const char *end, const char *other_end, char out[8]) {
  char text[400];
  asked a;
  pme__unknown_symbols unknown;
  snprintf(text, sizeof text,
           "pme 1\nfunction f\nparam n\nparam m\nparam k\narray a element 8\nloop i = 0 .. %s parallel\n"
           "read a @ 8*i\nend\nloop j = 0 .. %s parallel\nread a @ 8*j\nend\n",
           end, other_end);
  open_program(&a, text);
  assert_int_equal(pme__find_unknown_symbols(a.program, &a.what_if, a.arena, &unknown), PME_OK);
  out[0] = '\0';
  for (int i = 0; i < unknown.size_count; i++)
    strcat(out, unknown.sizes[i]);
  close_program(&a);
}

static void assert_sizes(const char *end, const char *other_end, const char *expected) {
  char left[8];
  sizes_of(end, other_end, left);
  assert_string_equal(left, expected);
}

static void test_one_is_left(void **state) {
  (void)state;
  assert_sizes("n*m - 1", "9", "n");
  assert_sizes("n*m - 1", "n*m - 3", "n");
  assert_sizes("n*m*k - 1", "9", "n");
  assert_sizes("min(n, k)*m - 1", "9", "nk");
  assert_sizes("(n + 1)*m - 1", "9", "n");
  assert_sizes("n*m - 1", "k - 1", "nk"); /* which has nothing to do with it */
}

static void test_others_stay(void **state) {
  (void)state;
  assert_sizes("n*m - 1", "n - 1", "nm");
  assert_sizes("n*m - 1", "m - 1", "nm");
  assert_sizes("n*m - 1", "n*k - 1", "mk"); /* n is the factor of both */
  assert_sizes("n*m + n - 1", "9", "nm");
  assert_sizes("n*m*m - 1", "9", "m"); /* n is the factor */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_one_is_left), cmocka_unit_test(test_others_stay)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
