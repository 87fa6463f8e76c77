/* A word's six bits choose one of the 64 of the sets: four words at a time where the processor shifts each by its own
 * distance. */
#include "line_marks.h"

#include "analysis/base/avx2_variant.h"

#if PME_HAVE_AVX2_VARIANT
#include <immintrin.h>
#endif

enum { LINE_BITS = 6, SETS = 64 };

static void mark_plain(uint64_t sets, const uint64_t *words, size_t first, size_t count, uint8_t *marks) {
  for (size_t i = first; i < count; i += 8) {
    unsigned byte = 0;
    for (size_t k = i; k < i + 8 && k < count; k++)
      byte |= (unsigned)(sets >> (words[k] >> LINE_BITS) % SETS & 1) << (k - i);
    marks[i / 8] = (uint8_t)byte;
  }
}

#if PME_HAVE_AVX2_VARIANT
AVX2_VARIANT static inline unsigned mark_four(__m256i sets, const uint64_t *words) {
  __m256i line = _mm256_srli_epi64(_mm256_loadu_si256((const __m256i *)words), LINE_BITS);
  __m256i at = _mm256_srlv_epi64(sets, _mm256_and_si256(line, _mm256_set1_epi64x(SETS - 1)));
  return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_slli_epi64(at, 63)));
}

AVX2_VARIANT static size_t mark_eights(uint64_t sets, const uint64_t *words, size_t count, uint8_t *marks) {
  const __m256i all = _mm256_set1_epi64x((long long)sets);
  size_t i = 0;
  for (; i + 8 <= count; i += 8)
    marks[i / 8] = (uint8_t)(mark_four(all, words + i) | mark_four(all, words + i + 4) << 4);
  return i;
}
#else
static size_t mark_eights(uint64_t sets, const uint64_t *words, size_t count, uint8_t *marks) {
  (void)sets, (void)words, (void)count, (void)marks;
  return 0;
}
#endif

void pme__mark_lines(uint64_t sets, const uint64_t *words, size_t count, bool has_avx2, uint8_t *marks) {
  mark_plain(sets, words, has_avx2 ? mark_eights(sets, words, count, marks) : 0, count, marks);
}
