/* The recent lines of an engine (distance_recent.h) for a loop over many records: lines keep their slots, and only their
 * ranks in the stack move, all sixteen at once. Most sites go on in the slot that they had last, where nothing has to be
 * searched for.
 *
 * Meanwhile the lines of the engine are in no order: pme__recent_slots_settle brings them into theirs. For processors with
 * AVX2; others touch the lines as they are. */
#ifndef PMECACHE_ANALYSIS_REUSE_RECENT_SLOTS_H
#define PMECACHE_ANALYSIS_REUSE_RECENT_SLOTS_H

#include <stdbool.h>
#include <string.h>

#include "distance_recent.h"

#if PME_HAVE_AVX2_VARIANT
_Static_assert(PME_RECENT_LINES == 16, "a rank is a byte of a vector");

typedef struct recent_slots {
  uint64_t *lines; /* of the engine, by slot */
  __m128i ranks;   /* of each slot; 0: the most recent line */
  __m256i four[4]; /* the lines once more: those of slots 2 k, 2 k + 1, 2 k + 8 and 2 k + 9 */
} recent_slots;

ALWAYS_INLINE __m128i recent_slots_ordered(void) {
  return _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

AVX2_VARIANT static inline void recent_slots_start(recent_slots *r, pme__recent *recent) {
  r->lines = recent->lines;
  r->ranks = recent_slots_ordered();
  for (ptrdiff_t k = 0; k < 4; k++)
    r->four[k] = _mm256_loadu2_m128i((const __m128i *)(r->lines + 2 * k + 8), (const __m128i *)(r->lines + 2 * k));
}

/* The line of the slot comes to the top; where it was. */
AVX2_VARIANT static inline uint32_t recent_slots_rise(recent_slots *r, uint32_t slot) {
  __m128i own = _mm_shuffle_epi8(r->ranks, _mm_set1_epi8((char)slot));
  __m128i moved = _mm_sub_epi8(r->ranks, _mm_cmpgt_epi8(own, r->ranks));
  r->ranks = _mm_andnot_si128(_mm_cmpeq_epi8(own, r->ranks), moved);
  return (uint32_t)_mm_extract_epi8(own, 0);
}

/* Two bits for the slot that has the line, if one has. In registers: a load of several lines would have to wait until one
 * of them that was just stored is in the cache. */
AVX2_VARIANT static inline uint32_t recent_slots_find(const recent_slots *r, uint64_t line) {
  const __m256i wanted = _mm256_set1_epi64x((long long)line);
  __m256i low = _mm256_packs_epi32(_mm256_cmpeq_epi64(r->four[0], wanted), _mm256_cmpeq_epi64(r->four[1], wanted));
  __m256i high = _mm256_packs_epi32(_mm256_cmpeq_epi64(r->four[2], wanted), _mm256_cmpeq_epi64(r->four[3], wanted));
  return (uint32_t)_mm256_movemask_epi8(_mm256_packs_epi16(low, high));
}

AVX2_VARIANT static inline void recent_slots_put(recent_slots *r, uint32_t slot, uint64_t line) {
  const __m256i at = _mm256_set1_epi64x(slot), here = _mm256_set1_epi64x((long long)line);
  r->lines[slot] = line;
  for (long long k = 0; k < 4; k++) {
    __m256i is_at = _mm256_cmpeq_epi64(at, _mm256_setr_epi64x(2 * k, 2 * k + 1, 2 * k + 8, 2 * k + 9));
    r->four[k] = _mm256_blendv_epi8(r->four[k], here, is_at);
  }
}

/* The oldest line has to go for this one, which comes to the top: its slot. */
AVX2_VARIANT static inline uint32_t recent_slots_miss(recent_slots *r, uint64_t line, pme__recent_miss *miss) {
  const __m128i last = _mm_set1_epi8(PME_RECENT_LINES - 1), oldest = _mm_cmpeq_epi8(r->ranks, last);
  uint32_t slot = (uint32_t)__builtin_ctz((uint32_t)_mm_movemask_epi8(oldest));
  *miss = (pme__recent_miss){line, r->lines[slot]};
  recent_slots_put(r, slot, line);
  r->ranks = _mm_andnot_si128(oldest, _mm_sub_epi8(r->ranks, _mm_set1_epi8(-1)));
  return slot;
}

/* A reference to the line, which comes to the top. True: it was at *place; false: it was not there, and *miss is set.
 * `slot` is where the line may be, and then where it is. */
AVX2_VARIANT static inline bool recent_slots_touch(recent_slots *r, uint64_t line, uint32_t *slot, uint32_t *place,
                                                   pme__recent_miss *miss) {
  if (__builtin_expect(r->lines[*slot] != line, 0)) {
    uint32_t found = recent_slots_find(r, line);
    if (found == 0) {
      *slot = recent_slots_miss(r, line, miss);
      return false;
    }
    *slot = (uint32_t)__builtin_ctz(found) / 2;
  }
  *place = recent_slots_rise(r, *slot);
  return true;
}
#else
typedef struct recent_slots {
  pme__recent *recent;
} recent_slots;
static inline void recent_slots_start(recent_slots *r, pme__recent *recent) { r->recent = recent; }
static inline bool recent_slots_touch(recent_slots *r, uint64_t line, uint32_t *slot, uint32_t *place,
                                      pme__recent_miss *miss) {
  (void)slot;
  *place = pme__recent_touch(r->recent, line, miss);
  return *place < PME_RECENT_LINES;
}
#endif

/* The lines in the order that they have in the stack. Given a copy, the slots themselves may stay in registers. */
void pme__recent_slots_settle(const recent_slots *copy);

#endif
