/* Sets of lines under the policy of the level, sets of pages under LRU. */
#include "core_caches.h"

#include <string.h>

#include "analysis/base/integer.h"
#include "analysis/policy/policy.h"
#include "cache_sets.h"
#include "page_buffer.h"

typedef struct sets {
  const pme_cache_level *level;
  int64_t count, mask; /* mask -1: the count is no power of two */
  int shift;
  pme__policy_set *at;
} sets;

/* Of the residues of line numbers so many are run, whose sets hold no other lines. */
enum { RESIDUES = 64, SAMPLED = 16, RECENT_PAGES = 16 };

struct pme__core_caches {
  sets with_walks, alone;
  uint64_t residues, random; /* a bit for each that is run */
  int weight;                /* misses that one stands for */
  int64_t *latest;           /* [set]: line that was used last, and how; NULL where a second use at once may tell */
  int page_shift;
  int64_t recent[RECENT_PAGES]; /* the last page of these sets of the first buffer: it is there, and first */
  int recent_mask;
  pme__page_buffer first, second;
  pme__page_buffer plain; /* where sets are hashed: the larger one without, which sees the same */
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
    pme__policy_tell_apart(&s->at[i], (uint64_t)i);
  }
}

/* 1 if the line was not there; it is afterwards. */
static int miss_line(sets *s, int64_t number, bool is_write) {
  pme__policy_set *set = &s->at[set_of(number, s->count, s->mask)];
  void *line = (void *)(intptr_t)(number + 1);
  int way = pme__policy_find(set, line);
  if (way < set->count) {
    if (!is_write || !set->policy->loads_only)
      pme__policy_touch(set, way);
    return 0;
  }
  pme__policy_fill(set, pme__policy_victim(set), line);
  return 1;
}

static int miss_bytes(const pme__core_caches *c, sets *s, int64_t address, int64_t size_bytes, bool is_write) {
  int misses = 0;
  for (int64_t line = address >> s->shift; line <= (address + size_bytes - 1) >> s->shift; line++)
    if (c->residues >> (line & (RESIDUES - 1)) & 1)
      misses += miss_line(s, line, is_write);
  return misses * c->weight;
}

/* ---- both ---- */

pme__core_caches *pme__core_caches_create(const pme_machine *machine, pme_arena *arena) {
  pme__core_caches *c = PME_ARENA_NEW(arena, pme__core_caches, 1);
  if (!c)
    return NULL;
  while ((INT64_C(1) << c->page_shift) < machine->page_bytes)
    c->page_shift++;
  if (!pme__policy_counts_uses(&machine->levels[0].policy)) {
    c->latest = PME_ARENA_NEW(arena, int64_t, pme_cache_sets(&machine->levels[0]));
    if (!c->latest)
      return NULL;
  }
  bool created = create_sets(&c->with_walks, &machine->levels[0], arena) &&
                 create_sets(&c->alone, &machine->levels[0], arena) &&
                 pme__page_buffers_create(&c->first, &c->second, machine, arena);
  if (created && machine->page_sets_hashed)
    created = pme__page_buffer_create(&c->plain, machine->page_entries, machine->page_ways, arena);
  c->recent_mask = c->first.ways && c->first.sets % RECENT_PAGES == 0 ? RECENT_PAGES - 1 : 0;
  return created ? c : NULL;
}

static void draw_residues(pme__core_caches *c) {
  c->residues = 0;
  for (int drawn = 0; drawn < SAMPLED;) {
    c->random = (c->random ^ c->random >> 29) * UINT64_C(0xbf58476d1ce4e5b9) + 1;
    uint64_t bit = UINT64_C(1) << (c->random >> 58);
    drawn += !(c->residues & bit);
    c->residues |= bit;
  }
}

void pme__core_caches_empty(pme__core_caches *c, bool is_whole) {
  bool is_part = !is_whole && c->alone.count % RESIDUES == 0;
  c->weight = is_part ? RESIDUES / SAMPLED : 1;
  c->residues = UINT64_MAX;
  if (is_part)
    draw_residues(c);
  if (c->latest)
    memset(c->latest, 0, (size_t)c->alone.count * sizeof *c->latest);
  empty_sets(&c->with_walks);
  empty_sets(&c->alone);
  for (int i = 0; i < RECENT_PAGES; i++)
    c->recent[i] = INT64_MIN;
  pme__page_buffer_empty(&c->first);
  pme__page_buffer_empty(&c->second);
  if (c->plain.ways)
    pme__page_buffer_empty(&c->plain);
}

static void translate(pme__core_caches *c, int64_t page, const pme__core_question *ask, pme__core_touch *out) {
  c->recent[page & c->recent_mask] = page;
  bool has_first = c->first.ways > 0;
  if (has_first && pme__page_buffer_look_up(&c->first, page) == PME__PAGE_KEPT)
    return;
  pme__page_lookup found = pme__page_buffer_look_up(&c->second, page),
                   plain = c->plain.ways ? pme__page_buffer_look_up(&c->plain, page) : found;
  out->changed = out->changed || has_first || found != PME__PAGE_KEPT || plain != PME__PAGE_KEPT;
  out->unknown += found == PME__PAGE_UNKNOWN;
  out->plain_walks += plain == PME__PAGE_NOT_KEPT;
  out->known_walks += found == PME__PAGE_NOT_KEPT;
  if (found == PME__PAGE_KEPT || (found == PME__PAGE_UNKNOWN && !ask->walks(ask->context, page)))
    return;
  out->walks++;
  if (c->latest)
    c->latest[set_of(pme__page_entry_address(page) >> c->alone.shift, c->alone.count, c->alone.mask)] = 0;
  out->walk_misses += miss_bytes(c, &c->with_walks, pme__page_entry_address(page), PME_PAGE_ENTRY_BYTES, false);
}

/* Of one line: whether it is not run, or was the last of its set that was used, in the same way or one that counts for
 * less. */
static bool changes_nothing(pme__core_caches *c, const pme__core_access *access) {
  int shift = c->alone.shift;
  int64_t line = access->address >> shift, now = 2 * (line + 1) + !access->is_write;
  bool is_one = (access->address + access->size_bytes - 1) >> shift == line;
  if (is_one && !(c->residues >> (line & (RESIDUES - 1)) & 1))
    return true;
  if (!c->latest)
    return false;
  if (!is_one) {
    memset(c->latest, 0, (size_t)c->alone.count * sizeof *c->latest);
    return false;
  }
  int64_t *latest = &c->latest[set_of(line, c->alone.count, c->alone.mask)];
  bool nothing = *latest == now || (access->is_write && *latest == now + 1);
  *latest = nothing ? *latest : now;
  return nothing;
}

bool pme__core_caches_touch(pme__core_caches *c, const pme__core_access *access, const pme__core_question *ask,
                            pme__core_touch *out) {
  int64_t page = access->address >> c->page_shift, last = (access->address + access->size_bytes - 1) >> c->page_shift;
  bool is_there = page == last && c->recent[page & c->recent_mask] == page;
  if (is_there && changes_nothing(c, access))
    return false;
  *out = (pme__core_touch){0};
  for (; page <= last && !is_there; page++)
    translate(c, page, ask, out);
  if (!is_there && changes_nothing(c, access))
    return true;
  out->misses = miss_bytes(c, &c->with_walks, access->address, access->size_bytes, access->is_write);
  out->alone = miss_bytes(c, &c->alone, access->address, access->size_bytes, access->is_write);
  out->changed = out->changed || out->misses || out->alone;
  return true;
}

int pme__core_caches_line_shift(const pme__core_caches *c) { return c->alone.shift; }

bool pme__core_caches_count_uses(const pme__core_caches *c) { return !c->latest; }
