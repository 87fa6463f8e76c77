/* Apart from the loops that use slots, which should keep them in registers. */
#include "recent_slots.h"

#if PME_HAVE_AVX2_VARIANT
AVX2_VARIANT static bool is_settled(__m128i ranks) {
  return _mm_movemask_epi8(_mm_cmpeq_epi8(ranks, recent_slots_ordered())) == 0xffff;
}

void pme__recent_slots_settle(const recent_slots *copy) {
  uint64_t *lines = copy->lines;
  if (is_settled(copy->ranks)) /* as between two runs */
    return;
  uint64_t old[PME_RECENT_LINES];
  uint8_t rank[PME_RECENT_LINES];
  memcpy(old, lines, sizeof old);
  _mm_storeu_si128((__m128i *)rank, copy->ranks);
  for (int slot = 0; slot < PME_RECENT_LINES; slot++)
    lines[rank[slot]] = old[slot];
}
#else
void pme__recent_slots_settle(const recent_slots *copy) { (void)copy; }
#endif
