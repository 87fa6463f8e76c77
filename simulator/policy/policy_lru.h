/* Least recently used, for sets of few ways: the tags of a set stand in order of recency, an empty way as the oldest.
 * Private to simulator.
 *
 * A policy answers a reference to a set (is the line there, and if not, which one leaves) and takes a line out of it.
 */
#ifndef PMECACHE_SIMULATOR_POLICY_LRU_H
#define PMECACHE_SIMULATOR_POLICY_LRU_H

#include <stdbool.h>
#include <stdint.h>

#define SIM_NO_LINE UINT64_MAX /* the tag of an empty way */

/* True when `line` was there; else it is now, and `*victim` is what it took the place of. One pass: puts the line first
 * and moves the others back until its old place, or until the oldest falls out. */
static inline __attribute__((always_inline)) bool sim_lru_reference(uint64_t *tags, int ways, uint64_t line,
                                                                    uint64_t *victim) {
  uint64_t moving = tags[0];
  if (moving == line)
    return true;
  tags[0] = line;
  for (int w = 1; w < ways; w++) {
    uint64_t here = tags[w];
    tags[w] = moving;
    if (here == line)
      return true;
    moving = here;
  }
  *victim = moving;
  return false;
}

/* Takes a line that is there out: the older ones move up, and its way is the next to be filled. */
static inline void sim_lru_remove(uint64_t *tags, int ways, uint64_t line) {
  int w = 0;
  while (tags[w] != line)
    w++;
  for (; w + 1 < ways; w++)
    tags[w] = tags[w + 1];
  tags[w] = SIM_NO_LINE;
}

#endif
