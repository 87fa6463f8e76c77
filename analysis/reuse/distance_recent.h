/* The top of the LRU stack of an engine, for callers that look there themselves: most references are to one of
 * the last few lines, and their distance is the place where the line is found.
 *
 * Such a caller tells the engine, in order, only of the references that were not found (pme__distance_missed).
 */
#ifndef PMECACHE_ANALYSIS_REUSE_DISTANCE_RECENT_H
#define PMECACHE_ANALYSIS_REUSE_DISTANCE_RECENT_H

#include "analysis/base/avx2_variant.h"
#include "distance.h"

#if PME_HAVE_AVX2_VARIANT
#include <immintrin.h>
#endif

enum { PME_RECENT_LINES = 16 };
#define PME_RECENT_NONE UINT64_MAX

/* Most recent first; PME_RECENT_NONE behind the last one. */
typedef struct pme__recent {
  uint64_t lines[PME_RECENT_LINES];
} pme__recent;

/* A line that was not there, and the one that had to go for it (PME_RECENT_NONE: none). */
typedef struct pme__recent_miss {
  uint64_t line, oldest;
} pme__recent_miss;

/* The recent lines of the engine; NULL where threads take turns. To be asked for again after each call of the engine. */
pme__recent *pme__distance_recent(pme__distance *engine);

/* In the places from `first` to before `end`: where the line is, or `end`. Lines move down by one place until there,
 * `above` comes to the first and is then the last one that had to move. */
ALWAYS_INLINE uint32_t pme__recent_move(pme__recent *recent, uint32_t first, uint32_t end, uint64_t line,
                                        uint64_t *above) {
  for (uint32_t i = first; i < end; i++) {
    uint64_t here = recent->lines[i];
    recent->lines[i] = *above;
    if (here == line)
      return i;
    *above = here;
  }
  return end;
}

/* The distance of a reference, the line comes to the top. PME_RECENT_LINES when it is not there; then *miss is set. */
static inline uint32_t pme__recent_touch(pme__recent *recent, uint64_t line, pme__recent_miss *miss) {
  uint64_t above = line;
  uint32_t place = pme__recent_move(recent, 0, PME_RECENT_LINES, line, &above);
  if (place == PME_RECENT_LINES)
    *miss = (pme__recent_miss){line, above};
  return place;
}

#if PME_HAVE_AVX2_VARIANT
/* The same. Most lines are in the first places or in none: the others are looked at four at a time. (Not the first
 * ones: which of these it is can be foreseen, and then nothing waits for it.) */
AVX2_VARIANT static inline uint32_t pme__recent_touch_avx2(pme__recent *recent, uint64_t line, pme__recent_miss *miss) {
  enum { TOGETHER = 4, FIRST = 4 };
  uint64_t above = line;
  uint32_t place = pme__recent_move(recent, 0, FIRST, line, &above);
  if (place < FIRST)
    return place;
  const __m256i wanted = _mm256_set1_epi64x((long long)line);
  for (uint32_t at = FIRST; at < PME_RECENT_LINES; at += TOGETHER) {
    __m256i *four = (__m256i *)&recent->lines[at];
    __m256i here = _mm256_loadu_si256(four);
    __m256i same = _mm256_cmpeq_epi64(here, wanted);
    if (!_mm256_testz_si256(same, same))
      return pme__recent_move(recent, at, at + TOGETHER, line, &above);
    uint64_t last = recent->lines[at + TOGETHER - 1];
    __m256i moved = _mm256_permute4x64_epi64(here, _MM_SHUFFLE(2, 1, 0, 0));
    _mm256_storeu_si256(four, _mm256_blend_epi32(moved, _mm256_set1_epi64x((long long)above), 3));
    above = last;
  }
  *miss = (pme__recent_miss){line, above};
  return PME_RECENT_LINES;
}
#else
static inline uint32_t pme__recent_touch_avx2(pme__recent *recent, uint64_t line, pme__recent_miss *miss) {
  return pme__recent_touch(recent, line, miss);
}
#endif

/* Whether the engine uses such instructions: the processor has them, and it was not told otherwise. */
bool pme__distance_has_avx2(const pme__distance *engine);

/* Distances of the references that were not found since the last call, all of them, in order. Those from the window on have
 * the weight of this call. */
void pme__distance_missed(pme__distance *engine, const pme__recent_miss *misses, size_t count, uint64_t *distances);
/* The same for the first of them: the others are to follow at once. */
void pme__distance_missed_before(pme__distance *engine, const pme__recent_miss *misses, size_t count,
                                 uint64_t *distances);

#endif
