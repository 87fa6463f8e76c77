/* Which words of a buffer, taken for addresses, may be in lines of the line sample: looked at many at a time, before
 * anybody knows which of them are addresses. */
#ifndef PMECACHE_ANALYSIS_TRACE_LINE_MARKS_H
#define PMECACHE_ANALYSIS_TRACE_LINE_MARKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Words that are marked at once, and bytes that their marks take: a bit each, and room for the last to be read. */
enum { PME_MARKED_WORDS = 8192, PME_MARK_BYTES = PME_MARKED_WORDS / 8 + 8 };

/* Marks words whose line has its bit, that of its lowest six bits, in `sets`. At most PME_MARKED_WORDS; `has_avx2`: of
 * the processor. */
void pme__mark_lines(uint64_t sets, const uint64_t *words, size_t count, bool has_avx2, uint8_t *marks);

/* The marks of `count` words from word `at` on, the first one's in the lowest bit; at most 56. */
static inline uint64_t pme__marks_at(const uint8_t *marks, size_t at, unsigned count) {
  uint64_t bits;
  memcpy(&bits, marks + at / 8, sizeof bits);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  bits = __builtin_bswap64(bits);
#endif
  return bits >> at % 8 & ((UINT64_C(1) << count) - 1);
}

#endif
