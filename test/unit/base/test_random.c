/* Random numbers: the sequence of splitmix64, and numbers that are spread evenly. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/base/random.h"

/* The first numbers of seed 1234567, as in other implementations of splitmix64. */
static void the_sequence(void **state) {
  (void)state;
  static const uint64_t expected[] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                      UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
                                      UINT64_C(16408922859458223821)};
  uint64_t random = 1234567;
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    assert_true(pme__random(&random) == expected[i]);
}

static void spread_evenly(void **state) {
  (void)state;
  enum { DRAWS = 70000, VALUES = 7 };
  uint64_t random = 0;
  int64_t seen[VALUES] = {0};
  double sum = 0;
  for (int i = 0; i < DRAWS; i++) {
    double unit = pme__random_unit(&random);
    int64_t value = pme__random_below(&random, VALUES);
    assert_true(unit >= 0 && unit < 1);
    assert_true(value >= 0 && value < VALUES);
    sum += unit;
    seen[value]++;
  }
  assert_true(sum / DRAWS > 0.49 && sum / DRAWS < 0.51);
  for (int v = 0; v < VALUES; v++)
    assert_in_range(seen[v], DRAWS / VALUES * 95 / 100, DRAWS / VALUES * 105 / 100);
  assert_int_equal(pme__random_below(&random, 1), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_sequence), cmocka_unit_test(spread_evenly)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
