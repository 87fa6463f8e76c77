/* What is common to sets that are run in windows. Private to analysis/model/windows. */
#ifndef PMECACHE_ANALYSIS_MODEL_WINDOWS_CACHE_SETS_H
#define PMECACHE_ANALYSIS_MODEL_WINDOWS_CACHE_SETS_H

#include <string.h>

#include "analysis/base/integer.h"
#include "analysis/policy/policy.h"

/* A set in the middle of something else: lines that nobody asks for, as many as it takes until each has come where
 * another one left. A set that fills up for the first time is not one that lines come and go in (QLRU then drops what
 * came last). */
static inline void pme__fill_with_others(pme__policy_set *set, const pme_cache_level *of, void **lines) {
  enum { ROUNDS = 3 };
  pme__policy_begin(set, &of->policy, lines, of->associativity);
  for (int64_t i = 1; i <= (int64_t)ROUNDS * of->associativity; i++)
    pme__policy_fill(set, pme__policy_victim(set), (void *)(intptr_t)-i);
}

/* Sets as `foreign` is; their `lines` stay where they are. */
static inline void pme__copy_set(pme__policy_set *sets, int64_t count, const pme__policy_set *foreign) {
  for (int64_t i = 0; i < count; i++) {
    void **lines = sets[i].lines;
    memcpy((void *)lines, (const void *)foreign->lines, (size_t)foreign->ways * sizeof *lines);
    sets[i] = *foreign;
    sets[i].lines = lines;
  }
}

/* A second use at once makes a line of QLRU younger still, unless the first one made it as young as it can be. */
static inline bool pme__policy_counts_uses(const pme_policy *policy) {
  return policy->kind == PME_POLICY_QLRU && (policy->hit_of_3 > 0 || policy->hit_of_2 > 0);
}

/* Whether uses that all hit leave every set as they left it when they come once more in the same order. Not where marks
 * go when the last way is used, or where lines may grow older at a use. */
static inline bool pme__sets_settle(const pme_machine *machine) {
  bool settle = true;
  for (int l = 0; l < machine->level_count; l++) {
    pme_policy_kind kind = machine->levels[l].policy.kind;
    bool is_asked = l == 0 || !machine->levels[l].sees_misses;
    settle = settle && !(is_asked && (kind == PME_POLICY_MRU || kind == PME_POLICY_MRU_N || kind == PME_POLICY_QLRU));
  }
  return settle;
}

/* Whether the line was not there; it is afterwards. */
static inline bool pme__miss_own(pme__policy_set *set, int64_t line, bool is_write) {
  void *tag = (void *)(intptr_t)(line + 1);
  int way = pme__policy_find(set, tag);
  if (way < set->count) {
    if (!is_write || !set->policy->loads_only)
      pme__policy_touch(set, way);
    return false;
  }
  pme__policy_fill(set, pme__policy_victim(set), tag);
  return true;
}

/* The same of a set under LRU: tags[way], latest first; 0: empty. Each tag makes room for the one before it as far as the
 * line was. */
static inline bool pme__miss_lru(int64_t *tags, int ways, int64_t line) {
  int64_t tag = line + 1, before = tag;
  for (int way = 0; way < ways; way++) {
    int64_t now = tags[way];
    tags[way] = before;
    if (now == tag)
      return false;
    before = now;
  }
  return true;
}

static inline int64_t pme__remainder(int64_t number, int64_t count) {
  return count & (count - 1) ? pme__floor_mod(number, count) : number & (count - 1);
}

#endif
