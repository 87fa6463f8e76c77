/* Apart from the loops that use slots, which should keep them in registers. */
#include "recent_slots.h"

#if PME_HAVE_AVX2_VARIANT
void pme__recent_slots_settle(recent_slots r) {
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
