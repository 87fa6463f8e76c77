/* A table of lines by their number; sets in blocks, made when they are met. */
#include "hierarchy_lines.h"

#include "analysis/base/integer.h"

enum { FIRST_CAPACITY = 1024, SETS_OF_BLOCK = 16 };

static int64_t slot_of(const pme__hierarchy *h, int64_t number) {
  uint64_t mixed = (uint64_t)number * UINT64_C(0x9E3779B97F4A7C15);
  int64_t at = (int64_t)(mixed >> 20) & (h->capacity - 1);
  while (h->table[at] && h->table[at]->number != number)
    at = (at + 1) & (h->capacity - 1);
  return at;
}

static bool grow(pme__hierarchy *h) {
  pme__line **old = h->table;
  int64_t count = h->capacity, doubled = count ? 2 * count : FIRST_CAPACITY;
  pme__line **table = PME_ARENA_NEW(h->arena, pme__line *, doubled);
  if (!table)
    return false;
  h->table = table;
  h->capacity = doubled;
  for (int64_t i = 0; i < count; i++)
    if (old[i])
      table[slot_of(h, old[i]->number)] = old[i];
  return true;
}

static pme__line *new_line(pme__hierarchy *h, int64_t number) {
  size_t bytes = sizeof(pme__line) + (size_t)h->level_count * sizeof(pme__stacked_line);
  pme__line *made = (pme__line *)pme_arena_allocate(h->arena, 1, bytes);
  if (!made)
    return NULL;
  made->number = number;
  if (h->evades && !(made->unwritten = PME_ARENA_NEW(h->arena, uint64_t, h->instances[0])))
    return NULL;
  for (int l = 0; l < h->level_count; l++) {
    made->levels[l].evictor = PME_ARENA_NEW(h->arena, int16_t, h->instances[l]);
    made->levels[l].bringer = PME_ARENA_NEW(h->arena, int, h->instances[l]);
    if (!made->levels[l].evictor || !made->levels[l].bringer)
      return NULL;
  }
  return made;
}

pme__line *pme__hierarchy_line(pme__hierarchy *h, int64_t number) {
  if (2 * (h->count + 1) > h->capacity && !grow(h))
    return NULL;
  int64_t at = slot_of(h, number);
  if (!h->table[at]) {
    h->table[at] = new_line(h, number);
    h->count += h->table[at] != NULL;
  }
  return h->table[at];
}

static bool init_set(const pme__hierarchy *h, const pme_cache_level *level, uint64_t number, pme__policy_set *set) {
  void **lines = PME_ARENA_NEW(h->arena, void *, level->associativity);
  pme__policy_begin(set, &level->policy, lines, level->associativity);
  pme__policy_tell_apart(set, number);
  return lines != NULL;
}

pme__policy_set *pme__hierarchy_set(pme__hierarchy *h, int level, int instance, const pme__line *line) {
  const pme_cache_level *l = &h->machine->levels[level];
  int64_t sets = pme_cache_sets(l), number = pme__floor_mod(line->number, sets);
  pme__policy_set ***all = &h->sets[level][instance];
  if (!*all && !(*all = PME_ARENA_NEW(h->arena, pme__policy_set *, sets / SETS_OF_BLOCK + 1)))
    return NULL;
  pme__policy_set **block = &(*all)[number / SETS_OF_BLOCK];
  if (!*block && !(*block = PME_ARENA_NEW(h->arena, pme__policy_set, SETS_OF_BLOCK)))
    return NULL;
  pme__policy_set *found = &(*block)[number % SETS_OF_BLOCK];
  return found->lines || init_set(h, l, (uint64_t)number, found) ? found : NULL;
}
