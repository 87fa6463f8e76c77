/* Apart from the loops that use slots, which should keep them in registers. */
#include "recent_slots.h"

#if PME_HAVE_AVX2_VARIANT
AVX2_VARIANT static bool is_settled(__m128i ranks) {
  __m128i own = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return _mm_movemask_epi8(_mm_cmpeq_epi8(ranks, own)) == 0xffff;
}

void pme__recent_slots_settle(recent_slots r) {
  if (is_settled(r.ranks)) /* as between two runs */
    return;
  uint64_t old[PME_RECENT_LINES];
  uint8_t rank[PME_RECENT_LINES];
  memcpy(old, r.lines, sizeof old);
  _mm_storeu_si128((__m128i *)rank, r.ranks);
  for (int slot = 0; slot < PME_RECENT_LINES; slot++)
    r.lines[rank[slot]] = old[slot];
}
#else
void pme__recent_slots_settle(recent_slots r) { (void)r; }
#endif
