/* Least recently used, for sets of many ways: a list in order of recency over the slots of a set. Private to simulator.
 *
 * Which slot holds which line, the caller knows. Slots that were never used are filled first, then empty ones.
 */
#ifndef PMECACHE_SIMULATOR_POLICY_LRU_LIST_H
#define PMECACHE_SIMULATOR_POLICY_LRU_LIST_H

#include <stdint.h>

/* The slots of all sets of a cache. */
typedef struct sim_lru_list {
  uint32_t *next, *previous; /* [slot]: of the next older / younger line of the set */
} sim_lru_list;

/* Of one set; zero: nothing in it. */
typedef struct sim_lru_ends {
  uint32_t youngest, oldest, count;
} sim_lru_ends;

static inline void sim_lru_unlink(sim_lru_list list, sim_lru_ends *ends, uint32_t slot) {
  if (slot == ends->youngest)
    ends->youngest = list.next[slot];
  else
    list.next[list.previous[slot]] = list.next[slot];
  if (slot == ends->oldest)
    ends->oldest = list.previous[slot];
  else
    list.previous[list.next[slot]] = list.previous[slot];
  ends->count--;
}

/* A slot that is not in the list becomes the youngest: its line was used, or came in. */
static inline void sim_lru_put_first(sim_lru_list list, sim_lru_ends *ends, uint32_t slot) {
  if (ends->count == 0) {
    ends->oldest = slot;
  } else {
    list.next[slot] = ends->youngest;
    list.previous[ends->youngest] = slot;
  }
  ends->youngest = slot;
  ends->count++;
}

static inline void sim_lru_put_last(sim_lru_list list, sim_lru_ends *ends, uint32_t slot) {
  if (ends->count == 0) {
    ends->youngest = slot;
  } else {
    list.previous[slot] = ends->oldest;
    list.next[ends->oldest] = slot;
  }
  ends->oldest = slot;
  ends->count++;
}

#endif
