/* Numbers that are equal but for rounding. */
#ifndef PMECACHE_TEST_UNIT_NEAR_H
#define PMECACHE_TEST_UNIT_NEAR_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Fails unless `got` is off by at most `relative` times what is expected. */
static inline void near(double got, double expected, double relative, const char *what) {
  if (!(fabs(got - expected) <= relative * fabs(expected)))
    fail_msg("%s: %.15g instead of %.15g", what, got, expected);
}

#endif
