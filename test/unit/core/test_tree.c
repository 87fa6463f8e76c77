/* Which intervals say so little that a run is asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/core/tree.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static void test_open(void **state) {
  static const struct {
    pme_precision precision;
    double accesses, low, high;
    bool open;
  } rows[] = {
      {PME_PRECISION_ESTIMATE, 162e6, 0, 162e6, true},  {PME_PRECISION_ESTIMATE, 162e6, 8.7e6, 32e6, false},
      {PME_PRECISION_ESTIMATE, 162e6, 0, 1000, false}, /* few of the accesses */
      {PME_PRECISION_ESTIMATE, 1e6, 4900, 100e3, true}, {PME_PRECISION_ESTIMATE, 1e6, 5100, 100e3, false},
      {PME_PRECISION_BOUND, 162e6, 0, 162e6, false},    {PME_PRECISION_EXACT, 162e6, 0, 0, false},
  };
  (void)state;
  for (size_t i = 0; i < COUNT(rows); i++) {
    pme_misses misses = {.accesses = rows[i].accesses,
                         .misses = rows[i].high / 2,
                         .low = rows[i].low,
                         .high = rows[i].high,
                         .precision = rows[i].precision};
    assert_int_equal(pme__is_open(&misses), rows[i].open);
  }
}

/* One level that is open asks for a run; so do places that data choose, and parts that are not modelled. */
static void test_answered(void **state) {
  pme_loop_prediction loop = {.status = PME_LOOP_MODELLED};
  (void)state;
  for (int level = 0; level < 2; level++)
    loop.levels[level] = (pme_misses){.accesses = 1000, .misses = 500, .low = 490, .high = 510};
  assert_true(pme__is_answered(&loop, 2));
  loop.levels[1] = (pme_misses){.accesses = 1000, .misses = 500, .high = 900, .precision = PME_PRECISION_ESTIMATE};
  assert_false(pme__is_answered(&loop, 2));
  assert_true(pme__is_answered(&loop, 1));
  assert_true(pme__is_whole(&loop));
  loop.data_accesses = 10;
  assert_false(pme__is_whole(&loop));
  assert_false(pme__is_answered(&loop, 1));
  loop = (pme_loop_prediction){.status = PME_LOOP_PARTLY};
  assert_false(pme__is_answered(&loop, 2));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_open), cmocka_unit_test(test_answered)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
