#include "test/unit/simulator/naive_policy.h"

#include <stdbool.h>
#include <stddef.h>

#include "simulator/random.h"

static int64_t latest(const naive_ways *set, int first, int count) {
  int64_t time = 0;
  for (int w = first; w < first + count; w++)
    time = set->notes[w] > time ? set->notes[w] : time;
  return time;
}

static int earliest(const naive_ways *set) {
  int way = 0;
  for (int w = 0; w < set->ways; w++)
    way = set->notes[w] < set->notes[way] ? w : way;
  return way;
}

/* The half that was not used last, of it again the half that was not used last, ... */
static int leaf(const naive_ways *set, int first, int count) {
  while (count > 1) {
    count /= 2;
    first += latest(set, first, count) > latest(set, first + count, count) ? count : 0;
  }
  return first;
}

static int with_note(const naive_ways *set, int64_t note) {
  for (int w = 0; w < set->ways; w++)
    if (set->notes[w] == note)
      return w;
  return -1;
}

static int empty_way(const naive_ways *set, bool last) {
  int found = -1;
  for (int w = 0; w < set->ways; w++)
    if (!set->lines[w] && (found < 0 || last))
      found = w;
  return found;
}

static void all(const naive_ways *set, int64_t note) {
  for (int w = 0; w < set->ways; w++)
    set->notes[w] = note;
}

void naive_init(const naive_ways *set) {
  bool marks = set->policy->kind == PME_POLICY_MRU || set->policy->kind == PME_POLICY_MRU_N ||
               set->policy->kind == PME_POLICY_NRU;
  all(set, set->policy->kind == PME_POLICY_QLRU ? 3 : marks);
}

static void grow_older(const naive_ways *set, int used) {
  int aging = set->policy->aging;
  for (int step = 0; step < 3; step++) {
    bool any = false, others = false;
    for (int w = 0; w < set->ways; w++) {
      any |= set->notes[w] == 3 && (w != used || aging != 1);
      others |= w != used;
    }
    if (any || (aging == 1 && !others) || (aging >= 2 && step > 0))
      return;
    for (int w = 0; w < set->ways; w++)
      set->notes[w] += w != used || aging == 0 || aging == 2;
  }
}

static void use(const naive_ways *set, int way, bool is_hit, bool was_full) {
  int64_t *note = &set->notes[way];
  switch (set->policy->kind) {
  case PME_POLICY_PLRU:
  case PME_POLICY_LRU3PLRU4:
    *note = set->now;
    break;
  case PME_POLICY_FIFO:
    *note = is_hit ? *note : set->now;
    break;
  case PME_POLICY_MRU_N:
  case PME_POLICY_MRU:
    if (set->policy->kind == PME_POLICY_MRU || was_full)
      *note = 0;
    if (with_note(set, 1) < 0) {
      all(set, 1);
      *note = 0;
    }
    break;
  case PME_POLICY_NRU:
    *note = 0;
    break;
  case PME_POLICY_QLRU:
    *note = !is_hit      ? set->policy->fill_age
            : *note == 3 ? set->policy->hit_of_3
            : *note == 2 ? set->policy->hit_of_2
                         : 0;
    if (!set->policy->aging_on_miss_only)
      grow_older(set, way);
    break;
  default:
    break;
  }
}

static int way_of(const naive_ways *set, const void *line) {
  int way = 0;
  while (set->lines[way] != line)
    way++;
  return way;
}

void naive_touch(const naive_ways *set, const void *line) {
  if (set->policy->kind != PME_POLICY_LRU)
    use(set, way_of(set, line), true, empty_way(set, false) < 0);
}

void naive_fill(const naive_ways *set, const void *line) {
  if (set->policy->kind != PME_POLICY_LRU)
    use(set, way_of(set, line), false, set->was_full);
}

static int victim(const naive_ways *set) {
  int way;
  switch (set->policy->kind) {
  case PME_POLICY_PLRU:
    return leaf(set, 0, set->ways);
  case PME_POLICY_LRU3PLRU4:
    way = 0;
    for (int group = 4; group < set->ways; group += 4)
      way = latest(set, group, 4) < latest(set, way, 4) ? group : way;
    return leaf(set, way, 4);
  case PME_POLICY_FIFO:
    return earliest(set);
  case PME_POLICY_NRU:
    if (with_note(set, 1) < 0)
      all(set, 1);
    return with_note(set, 1);
  case PME_POLICY_MRU:
  case PME_POLICY_MRU_N:
    way = with_note(set, 1);
    return way < 0 ? 0 : way;
  case PME_POLICY_QLRU:
    way = with_note(set, 3);
    return way < 0 ? 0 : way;
  case PME_POLICY_RANDOM:
    return (int)sim_random_below(set->random, (uint64_t)set->ways);
  default:
    return 0;
  }
}

int naive_way_for(naive_ways *set) {
  const pme_policy *policy = set->policy;
  if (policy->kind == PME_POLICY_LRU)
    return 0;
  if (policy->kind == PME_POLICY_QLRU && policy->aging_on_miss_only)
    grow_older(set, -1);
  int way = empty_way(set, policy->kind == PME_POLICY_QLRU && policy->place == 2);
  set->was_full = way < 0;
  return way < 0 ? victim(set) : way;
}
