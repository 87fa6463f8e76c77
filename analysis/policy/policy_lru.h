/* Least recently used: the lines of a set stand in order of recency, the last one leaves. Private to
 * analysis/policy. */
#ifndef PMECACHE_ANALYSIS_POLICY_POLICY_LRU_H
#define PMECACHE_ANALYSIS_POLICY_POLICY_LRU_H

#include <stddef.h>
#include <string.h>

/* The lines before `place` move back by one. */
static inline void pme__lru_put_first(pme_policy_set *set, int place, void *line) {
  memmove((void *)(set->lines + 1), (const void *)set->lines, (size_t)place * sizeof *set->lines);
  set->lines[0] = line;
}

static inline void pme__lru_touch(pme_policy_set *set, int place) { pme__lru_put_first(set, place, set->lines[place]); }

static inline int pme__lru_victim(const pme_policy_set *set) {
  return set->count < set->ways ? set->count : set->ways - 1;
}

static inline void pme__lru_fill(pme_policy_set *set, int place, void *line) {
  set->count = (uint16_t)(set->count + (place == set->count));
  pme__lru_put_first(set, place, line);
}

static inline void pme__lru_remove(pme_policy_set *set, int place) {
  set->count--;
  memmove((void *)(set->lines + place), (const void *)(set->lines + place + 1),
          (size_t)(set->count - place) * sizeof *set->lines);
  set->lines[set->count] = NULL;
}

#endif
