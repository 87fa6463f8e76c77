/* Whole numbers: what several files of the model need. Private to analysis. */
#ifndef PMECACHE_ANALYSIS_BASE_INTEGER_H
#define PMECACHE_ANALYSIS_BASE_INTEGER_H

#include <stdint.h>

/* Greatest common divisor, of signed numbers that of their amounts; of 0 and b, |b|. */
static inline int64_t pme__gcd(int64_t a, int64_t b) {
  a = a < 0 ? -a : a;
  b = b < 0 ? -b : b;
  while (b) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* The largest whole number <= a / b, b > 0. */
static inline int64_t pme__floor_divide(int64_t a, int64_t b) { return a / b - (a % b < 0); }

/* a mod m in 0 .. m - 1, m > 0. */
static inline int64_t pme__floor_mod(int64_t a, int64_t m) {
  int64_t rest = a % m;
  return rest < 0 ? rest + m : rest;
}

#endif
