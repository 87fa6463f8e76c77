/* Sets of lines under the policy of the level, sets of pages under LRU. */
#include "core_caches.h"

#include <string.h>

#include "analysis/base/integer.h"
#include "analysis/policy/policy.h"

/* Where page-table entries stand: apart from all arrays. */
static const int64_t TABLE = INT64_C(1) << 60;

typedef struct sets {
  const pme_cache_level *level;
  int64_t count, mask; /* mask -1: the count is no power of two */
  int shift;
  pme__policy_set *at;
} sets;

typedef struct translations {
  int ways; /* 0: there is no such buffer */
  int64_t sets, mask;
  int64_t *tags; /* [set][way], latest first; NO_PAGE: not known */
} translations;

static const int64_t NO_PAGE = INT64_MIN;

struct pme__core_caches {
  sets with_walks, alone;
  int page_shift;
  translations first, second;
};

static int64_t mask_of(int64_t count) { return count & (count - 1) ? -1 : count - 1; }

static int64_t set_of(int64_t number, int64_t count, int64_t mask) {
  return mask >= 0 ? number & mask : pme__floor_mod(number, count);
}

/* ---- lines ---- */

static bool create_sets(sets *s, const pme_cache_level *level, pme_arena *arena) {
  *s = (sets){.level = level, .count = pme_cache_sets(level)};
  s->mask = mask_of(s->count);
  s->shift = __builtin_ctz((unsigned)level->line_bytes);
  s->at = PME_ARENA_NEW(arena, pme__policy_set, s->count);
  void **lines = PME_ARENA_NEW(arena, void *, s->count * level->associativity);
  for (int64_t i = 0; s->at && lines && i < s->count; i++)
    s->at[i].lines = lines + i * level->associativity;
  return s->at && lines;
}

static void empty_sets(sets *s) {
  for (int64_t i = 0; i < s->count; i++) {
    void **lines = s->at[i].lines;
    memset((void *)lines, 0, (size_t)s->level->associativity * sizeof *lines);
    pme__policy_begin(&s->at[i], &s->level->policy, lines, s->level->associativity);
  }
}

/* 1 if the line was not there; it is afterwards. */
static int miss_line(sets *s, int64_t number) {
  pme__policy_set *set = &s->at[set_of(number, s->count, s->mask)];
  void *line = (void *)(intptr_t)(number + 1);
  int way = pme__policy_find(set, line);
  if (way < set->count) {
    pme__policy_touch(set, way);
    return 0;
  }
  pme__policy_fill(set, pme__policy_victim(set), line);
  return 1;
}

static int miss_bytes(sets *s, int64_t address, int64_t size_bytes) {
  int misses = 0;
  for (int64_t line = address >> s->shift; line <= (address + size_bytes - 1) >> s->shift; line++)
    misses += miss_line(s, line);
  return misses;
}

/* ---- translations ---- */

static bool create_translations(translations *t, int entries, int ways, pme_arena *arena) {
  *t = (translations){.ways = ways, .sets = ways ? entries / ways : 0};
  if (ways == 0)
    return true;
  t->mask = mask_of(t->sets);
  t->tags = PME_ARENA_NEW(arena, int64_t, entries);
  return t->tags != NULL;
}

static void empty_translations(translations *t) {
  for (int64_t i = 0; i < t->sets * t->ways; i++)
    t->tags[i] = NO_PAGE;
}

typedef enum lookup { KEPT, NOT_KEPT, UNKNOWN } lookup;

static lookup look_up(translations *t, int64_t page) {
  int64_t *tags = t->tags + set_of(page, t->sets, t->mask) * t->ways;
  int way = 0;
  while (way < t->ways && tags[way] != page)
    way++;
  bool was_full = tags[t->ways - 1] != NO_PAGE, is_kept = way < t->ways;
  way = is_kept ? way : t->ways - 1;
  if (way > 0)
    memmove(tags + 1, tags, (size_t)way * sizeof *tags);
  tags[0] = page;
  return is_kept ? KEPT : was_full ? NOT_KEPT : UNKNOWN;
}

/* ---- both ---- */

pme__core_caches *pme__core_caches_create(const pme_machine *machine, pme_arena *arena) {
  pme__core_caches *c = PME_ARENA_NEW(arena, pme__core_caches, 1);
  if (!c)
    return NULL;
  while ((INT64_C(1) << c->page_shift) < machine->page_bytes)
    c->page_shift++;
  bool created = create_sets(&c->with_walks, &machine->levels[0], arena) &&
                 create_sets(&c->alone, &machine->levels[0], arena) &&
                 create_translations(&c->first, machine->page_first_entries, machine->page_first_ways, arena) &&
                 create_translations(&c->second, machine->page_entries, machine->page_ways, arena);
  return created ? c : NULL;
}

void pme__core_caches_empty(pme__core_caches *c) {
  empty_sets(&c->with_walks);
  empty_sets(&c->alone);
  empty_translations(&c->first);
  empty_translations(&c->second);
}

static void translate(pme__core_caches *c, int64_t page, const pme__core_question *ask, pme__core_touch *out) {
  if (c->first.ways && look_up(&c->first, page) == KEPT)
    return;
  lookup found = look_up(&c->second, page);
  out->unknown += found == UNKNOWN;
  if (found == KEPT || (found == UNKNOWN && !ask->walks(ask->context, page)))
    return;
  out->walks++;
  out->walk_misses += miss_bytes(&c->with_walks, TABLE + page * PME_PAGE_ENTRY_BYTES, PME_PAGE_ENTRY_BYTES);
}

void pme__core_caches_touch(pme__core_caches *c, int64_t address, int64_t size_bytes, const pme__core_question *ask,
                            pme__core_touch *out) {
  *out = (pme__core_touch){0};
  for (int64_t page = address >> c->page_shift; page <= (address + size_bytes - 1) >> c->page_shift; page++)
    translate(c, page, ask, out);
  out->misses = miss_bytes(&c->with_walks, address, size_bytes);
  out->alone = miss_bytes(&c->alone, address, size_bytes);
}
