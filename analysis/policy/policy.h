/* Replacement in one set of a cache: which line leaves when one comes in.
 *
 * A policy is a file policy_NAME.h with four functions and a line in policies.def:
 *
 *     pme__NAME_touch(set, way)       the line there was used
 *     pme__NAME_victim(set)           the way that the next line comes to; what is there, if anything, has to leave
 *     pme__NAME_fill(set, way, line)  a line comes in there
 *     pme__NAME_remove(set, way)      the line there is taken out
 *
 * Which line is in which way is the policy's own affair: one that keeps lines in order moves them, others leave
 * them where they are and note their order or their ages in `state`.
 */
#ifndef PMECACHE_ANALYSIS_POLICY_POLICY_H
#define PMECACHE_ANALYSIS_POLICY_POLICY_H

#include <stdint.h>

typedef enum pme__policy {
#define PME_POLICY(NAME, name) PME_POLICY_##NAME,
#include "policies.def"
#undef PME_POLICY
} pme__policy;

typedef struct pme__policy_set {
  void **lines; /* [ways]: what the caller knows each line by; NULL: an empty way */
  uint16_t ways;
  uint16_t count; /* ways in use: those from here on are empty */
  uint64_t state; /* the policy's */
} pme__policy_set;

#include "policy_lru.h"

/* An empty set; `lines` are NULL. */
static inline void pme__policy_init(pme__policy_set *set, void **lines, int ways) {
  *set = (pme__policy_set){.lines = lines, .ways = (uint16_t)ways};
}

/* `count` when it is not there. */
static inline int pme__policy_find(const pme__policy_set *set, const void *line) {
  int way = 0;
  while (way < set->count && set->lines[way] != line)
    way++;
  return way;
}

static inline void pme__policy_touch(pme__policy policy, pme__policy_set *set, int way) {
  switch (policy) {
#define PME_POLICY(NAME, name)                                                                                         \
  case PME_POLICY_##NAME:                                                                                              \
    pme__##name##_touch(set, way);                                                                                     \
    break;
#include "policies.def"
#undef PME_POLICY
  }
}

static inline int pme__policy_victim(pme__policy policy, const pme__policy_set *set) {
  switch (policy) {
#define PME_POLICY(NAME, name)                                                                                         \
  case PME_POLICY_##NAME:                                                                                              \
    return pme__##name##_victim(set);
#include "policies.def"
#undef PME_POLICY
  }
  return 0;
}

static inline void pme__policy_fill(pme__policy policy, pme__policy_set *set, int way, void *line) {
  switch (policy) {
#define PME_POLICY(NAME, name)                                                                                         \
  case PME_POLICY_##NAME:                                                                                              \
    pme__##name##_fill(set, way, line);                                                                                \
    break;
#include "policies.def"
#undef PME_POLICY
  }
}

static inline void pme__policy_remove(pme__policy policy, pme__policy_set *set, int way) {
  switch (policy) {
#define PME_POLICY(NAME, name)                                                                                         \
  case PME_POLICY_##NAME:                                                                                              \
    pme__##name##_remove(set, way);                                                                                    \
    break;
#include "policies.def"
#undef PME_POLICY
  }
}

#endif
