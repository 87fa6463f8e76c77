/* Whole numbers: divisors, and quotients and remainders that are rounded down. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/base/always_inline.h"
#include "analysis/base/integer.h"

static void divisors(void **state) {
  (void)state;
  static const struct {
    int64_t a, b, divisor;
  } table[] = {{12, 18, 6}, {-12, 18, 6}, {12, -18, 6}, {0, 7, 7}, {7, 0, 7}, {0, -7, 7}, {0, 0, 0}, {17, 5, 1}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    assert_int_equal(pme__gcd(table[i].a, table[i].b), table[i].divisor);
}

static void quotients_are_rounded_down(void **state) {
  (void)state;
  static const struct {
    int64_t a, b, quotient, rest;
  } table[] = {{7, 3, 2, 1},
               {-7, 3, -3, 2},
               {6, 3, 2, 0},
               {-6, 3, -2, 0},
               {-1, 8, -1, 7},
               {0, 5, 0, 0},
               {INT64_MIN, 1, INT64_MIN, 0},
               {INT64_MAX, 2, INT64_MAX / 2, 1}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    assert_int_equal(pme__floor_divide(table[i].a, table[i].b), table[i].quotient);
    assert_int_equal(pme__floor_mod(table[i].a, table[i].b), table[i].rest);
  }
}

/* Part of its caller, as loops over a constant kind are. */
ALWAYS_INLINE int64_t combine(bool multiplied, int64_t a, int64_t b) {
  return multiplied ? a / pme__gcd(a, b) * b : pme__gcd(a, b);
}

static void divisors_and_multiples(void **state) {
  (void)state;
  assert_int_equal(combine(false, 12, 18), 6);
  assert_int_equal(combine(true, 12, 18), 36);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(divisors), cmocka_unit_test(quotients_are_rounded_down),
                                     cmocka_unit_test(divisors_and_multiples)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
