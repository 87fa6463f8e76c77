/* Apart from the loops that use slots, which should keep them in registers. */
#include "recent_slots.h"

#if PME_HAVE_AVX2_VARIANT
void pme__recent_slots_settle(uint64_t *lines, __m128i ranks) {
  uint64_t old[PME_RECENT_LINES];
  uint8_t rank[PME_RECENT_LINES];
  memcpy(old, lines, sizeof old);
  _mm_storeu_si128((__m128i *)rank, ranks);
  for (int slot = 0; slot < PME_RECENT_LINES; slot++)
    lines[rank[slot]] = old[slot];
}
#endif
