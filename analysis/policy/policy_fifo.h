/* First in, first out: the lines of a set stand in the order in which they came, latest first. Private to
 * analysis/policy. */
#ifndef PMECACHE_ANALYSIS_POLICY_POLICY_FIFO_H
#define PMECACHE_ANALYSIS_POLICY_POLICY_FIFO_H

#include "policy_lru.h"

static inline void pme__fifo_begin(pme__policy_set *set) { (void)set; }
static inline void pme__fifo_touch(pme__policy_set *set, int way) {
  (void)set;
  (void)way;
}
static inline int pme__fifo_victim(const pme__policy_set *set) { return pme__lru_victim(set); }
static inline void pme__fifo_fill(pme__policy_set *set, int way, void *line) { pme__lru_fill(set, way, line); }
static inline void pme__fifo_remove(pme__policy_set *set, int way) { pme__lru_remove(set, way); }

#endif
