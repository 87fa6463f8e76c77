/* Functions that are compiled twice: for any processor, and for one that counts bits by itself and adds many numbers at
 * once. */
#ifndef PMECACHE_ANALYSIS_BASE_AVX2_VARIANT_H
#define PMECACHE_ANALYSIS_BASE_AVX2_VARIANT_H

#include <stdbool.h>

#include "analysis/base/always_inline.h" /* what both are made of */

/* The compiler may use those instructions in functions with this attribute. */
#if defined(__x86_64__) && defined(__GNUC__)
#define PME_HAVE_AVX2_VARIANT 1
#define AVX2_VARIANT __attribute__((target("popcnt,bmi,bmi2,avx2")))
#else
#define PME_HAVE_AVX2_VARIANT 0
#define AVX2_VARIANT
#endif

/* Whether this processor has them. */
bool pme__has_avx2(void);

#endif
