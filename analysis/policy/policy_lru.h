/* Least recently used: the lines of a set stand in order of recency, the last one leaves. Private to
 * analysis/policy. */
#ifndef PMECACHE_ANALYSIS_POLICY_POLICY_LRU_H
#define PMECACHE_ANALYSIS_POLICY_POLICY_LRU_H

#include <stddef.h>
#include <string.h>

/* The lines before `way` move back by one. */
static inline void pme__lru_put_first(pme__policy_set *set, int way, void *line) {
  if (way > 0)
    memmove((void *)(set->lines + 1), (const void *)set->lines, (size_t)way * sizeof *set->lines);
  set->lines[0] = line;
}

static inline void pme__lru_begin(pme__policy_set *set) { (void)set; }
static inline void pme__lru_touch(pme__policy_set *set, int way) { pme__lru_put_first(set, way, set->lines[way]); }

/* The same of a line that is there, wherever. */
static inline void pme__lru_use(pme__policy_set *set, void *line) {
  void *before = line;
  for (int way = 0; before != line || way == 0; way++) {
    void *here = set->lines[way];
    set->lines[way] = before;
    before = here;
  }
}

static inline int pme__lru_victim(const pme__policy_set *set) {
  return set->count < set->ways ? set->count : set->ways - 1;
}

static inline void pme__lru_fill(pme__policy_set *set, int way, void *line) {
  set->count = (uint16_t)(set->count + (way == set->count));
  pme__lru_put_first(set, way, line);
}

static inline void pme__lru_remove(pme__policy_set *set, int way) {
  set->count--;
  memmove((void *)(set->lines + way), (const void *)(set->lines + way + 1),
          (size_t)(set->count - way) * sizeof *set->lines);
  set->lines[set->count] = NULL;
}

#endif
