/* Replacement in one set of a cache: which line leaves when one comes in.
 *
 * A policy is a file policy_NAME.h with five functions and a line in pmecache/policies.def:
 *
 *     pme__NAME_begin(set)            of an empty set
 *     pme__NAME_touch(set, way)       the line there was used
 *     pme__NAME_victim(set)           the way that the next line comes to; what is there, if anything, has to leave
 *     pme__NAME_fill(set, way, line)  a line comes in there
 *     pme__NAME_remove(set, way)      the line there is taken out
 *
 * Which line is in which way is the policy's own affair: LRU and FIFO keep lines in order and move them, others leave
 * them where they are and note their order or their ages in `state` and `more`.
 */
#ifndef PMECACHE_ANALYSIS_POLICY_POLICY_H
#define PMECACHE_ANALYSIS_POLICY_POLICY_H

#include <stdbool.h>
#include <stdint.h>

#include "pmecache/machine.h"

typedef struct pme__policy_set {
  void **lines; /* [ways]: what the caller knows each line by; NULL: an empty way */
  const pme_policy *policy;
  uint16_t ways;
  uint16_t count;       /* ways in use: those from here on are empty. Where lines stay in their ways: all of them */
  bool is_full;         /* no way is empty, as was found when a line came in; where lines stay in their ways */
  uint64_t state, more; /* the policy's */
} pme__policy_set;

#include "policy_fifo.h"
#include "policy_lru.h"
#include "policy_mru.h"
#include "policy_plru.h"
#include "policy_qlru.h"
#include "policy_random.h"

/* The way of a line; `count` when it is not there. Four at a time: most of the time of those who run sets goes here. */
static inline int pme__policy_find(const pme__policy_set *set, const void *line) {
  int way = 0, count = set->count;
  void *const *lines = set->lines;
  for (; way + 4 <= count; way += 4) {
    if (lines[way] == line)
      return way;
    if (lines[way + 1] == line)
      return way + 1;
    if (lines[way + 2] == line)
      return way + 2;
    if (lines[way + 3] == line)
      return way + 3;
  }
  while (way < count && lines[way] != line)
    way++;
  return way;
}

#define PME__POLICY_CASE(NAME, name, ...)                                                                              \
  case PME_POLICY_##NAME:                                                                                              \
    __VA_ARGS__;                                                                                                       \
    break;

/* An empty set; `lines` are NULL. */
static inline void pme__policy_begin(pme__policy_set *set, const pme_policy *policy, void **lines, int ways) {
  *set = (pme__policy_set){.lines = lines, .policy = policy, .ways = (uint16_t)ways};
  switch (policy->kind) {
#define PME_POLICY(NAME, name) PME__POLICY_CASE(NAME, name, pme__##name##_begin(set))
#include "pmecache/policies.def"
#undef PME_POLICY
  }
}

/* An empty set which of a cache it is: random choices of sets with other numbers are others, in every run the same. */
static inline void pme__policy_tell_apart(pme__policy_set *set, uint64_t number) {
  if (set->policy->kind == PME_POLICY_RANDOM)
    set->state = number;
}

static inline void pme__policy_touch(pme__policy_set *set, int way) {
  switch (set->policy->kind) {
#define PME_POLICY(NAME, name) PME__POLICY_CASE(NAME, name, pme__##name##_touch(set, way))
#include "pmecache/policies.def"
#undef PME_POLICY
  }
}

/* The line, which is there, was used. */
static inline void pme__policy_use(pme__policy_set *set, void *line) {
  if (set->policy->kind == PME_POLICY_LRU)
    pme__lru_use(set, line);
  else
    pme__policy_touch(set, pme__policy_find(set, line));
}

static inline int pme__policy_victim(pme__policy_set *set) {
  int way = 0;
  switch (set->policy->kind) {
#define PME_POLICY(NAME, name) PME__POLICY_CASE(NAME, name, way = pme__##name##_victim(set))
#include "pmecache/policies.def"
#undef PME_POLICY
  }
  return way;
}

static inline void pme__policy_fill(pme__policy_set *set, int way, void *line) {
  switch (set->policy->kind) {
#define PME_POLICY(NAME, name) PME__POLICY_CASE(NAME, name, pme__##name##_fill(set, way, line))
#include "pmecache/policies.def"
#undef PME_POLICY
  }
}

/* A line comes in. Returns the one that had to leave; NULL: none. */
static inline void *pme__policy_replace(pme__policy_set *set, void *line) {
  bool is_lru = set->policy->kind == PME_POLICY_LRU;
  int way = is_lru ? pme__lru_victim(set) : pme__policy_victim(set);
  void *victim = set->lines[way];
  if (is_lru)
    pme__lru_fill(set, way, line);
  else
    pme__policy_fill(set, way, line);
  return victim;
}

static inline void pme__policy_remove(pme__policy_set *set, int way) {
  set->is_full = false;
  switch (set->policy->kind) {
#define PME_POLICY(NAME, name) PME__POLICY_CASE(NAME, name, pme__##name##_remove(set, way))
#include "pmecache/policies.def"
#undef PME_POLICY
  }
}

#endif
