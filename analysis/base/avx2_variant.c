/* Asks the processor, and whether the operating system keeps its wide registers. */
#include "avx2_variant.h"

#if PME_HAVE_AVX2_VARIANT
#include <cpuid.h>

static bool keeps_wide_registers(void) {
  enum { SSE_AND_AVX = 6 };
  unsigned low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  (void)high;
  return (low & SSE_AND_AVX) == SSE_AND_AVX;
}

bool pme__has_avx2(void) {
  enum { LEAF_FEATURES = 1, POPCNT_BIT = 1 << 23, SAVED_BIT = 1 << 27, AVX_BIT = 1 << 28 };
  enum { LEAF_EXTENDED = 7, BMI_BIT = 1 << 3, AVX2_BIT = 1 << 5, BMI2_BIT = 1 << 8 };
  const unsigned basic = POPCNT_BIT | SAVED_BIT | AVX_BIT, extended = BMI_BIT | AVX2_BIT | BMI2_BIT;
  unsigned a, b, c, d;
  if (!__get_cpuid(LEAF_FEATURES, &a, &b, &c, &d) || (c & basic) != basic || !keeps_wide_registers())
    return false;
  return __get_cpuid_count(LEAF_EXTENDED, 0, &a, &b, &c, &d) && (b & extended) == extended;
}
#else
bool pme__has_avx2(void) { return false; }
#endif
