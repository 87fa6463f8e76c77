/* Sets of a residue, as often as frames are drawn. */
#include "residue_caches.h"

#include "analysis/base/always_inline.h"
#include "cache_sets.h"
#include "page_buffer.h"

/* Draws of a level that is asked for all accesses, which costs more than to ask it for what another one missed. */
enum { DRAWS_OF_ALL = 4 };

typedef struct level {
  const pme_cache_level *of;
  int ways, draws;
  int64_t count;                  /* of sets of the residue */
  pme__policy_set *own;           /* [draw * count + set] */
  pme__policy_set empty, foreign; /* foreign: a set in the middle of something else */
  int64_t *lru;                   /* [set][way], latest first; 0: empty */
  bool is_run;                    /* it is told, or the one behind it asks for what it missed */
  bool compares;                  /* with LRU: it is told */
  int64_t fills;                  /* as LRU, since the sets were emptied */
} level;

struct pme__residue_caches {
  level levels[PME_MAX_LEVELS];
  int level_count;
  const pme__residue *residue;
  int shift;       /* of the number of a line to that among those of its residue */
  int page_shift;  /* the same to that of its page; 0: frames are as pages */
  uint64_t frames; /* which frames pages have */
  bool counts_uses;
  int64_t latest; /* line that the first level used last */
  int64_t drawn;  /* look-ups of other draws than one */
};

/* ---- preparation ---- */

/* Of levels behind the first. */
static int draws_of(const pme_machine *machine, int levels, int most) {
  int draws = machine->page_frames_random ? most : 1;
  for (int l = 1; l < levels; l++)
    draws = draws > DRAWS_OF_ALL && !machine->levels[l].sees_misses ? DRAWS_OF_ALL : draws;
  return draws;
}

static bool create_level(level *l, const pme_cache_level *of, int draws, int64_t residues, pme_arena *arena) {
  *l = (level){.of = of, .ways = of->associativity, .draws = draws, .count = pme_cache_sets(of) / residues};
  int64_t sets = l->count * l->draws;
  void **slots = PME_ARENA_NEW(arena, void *, sets * l->ways), **others = PME_ARENA_NEW(arena, void *, 2 * l->ways);
  l->own = PME_ARENA_NEW(arena, pme__policy_set, sets);
  l->lru = PME_ARENA_NEW(arena, int64_t, l->count * l->ways);
  for (int64_t i = 0; slots && l->own && i < sets; i++)
    l->own[i].lines = slots + i * l->ways;
  if (others) {
    pme__policy_begin(&l->empty, &of->policy, others + l->ways, l->ways);
    pme__fill_with_others(&l->foreign, of, others);
  }
  return slots && others && l->own && l->lru;
}

pme__residue_caches *pme__residue_caches_create(const pme_machine *machine, const bool *told,
                                                const pme__residue *residue, int most_draws, pme_arena *arena) {
  pme__residue_caches *c = PME_ARENA_NEW(arena, pme__residue_caches, 1);
  bool created = c != NULL;
  for (int l = 0; created && l < machine->level_count; l++)
    c->level_count = told[l] ? l + 1 : c->level_count;
  for (int l = 0; created && l < c->level_count; l++) {
    created = create_level(&c->levels[l], &machine->levels[l],
                           l > 0 ? draws_of(machine, c->level_count, most_draws) : 1, residue->count, arena);
    c->counts_uses = c->counts_uses || pme__policy_counts_uses(&machine->levels[l].policy);
  }
  if (!created)
    return NULL;
  for (int l = c->level_count - 1; l >= 0; l--) {
    c->levels[l].compares = told[l];
    c->levels[l].is_run =
        told[l] || (l + 1 < c->level_count && c->levels[l + 1].is_run && machine->levels[l + 1].sees_misses);
  }
  c->residue = residue;
  c->shift = __builtin_ctzll((unsigned long long)residue->count);
  while (machine->page_frames_random && (INT64_C(1) << (c->page_shift + residue->line_shift)) < machine->page_bytes)
    c->page_shift++;
  return c;
}

static void empty_level(level *l, bool is_start) {
  l->fills = 0;
  memset(l->lru, 0, (size_t)(l->count * l->ways) * sizeof *l->lru);
  pme__copy_set(l->own, l->count * l->draws, is_start ? &l->empty : &l->foreign);
}

void pme__residue_caches_empty(pme__residue_caches *c, bool is_start) {
  c->frames += UINT64_C(0x632be59bd9b4e019);
  c->latest = 0;
  for (int l = 0; l < c->level_count; l++)
    empty_level(&c->levels[l], is_start);
}

/* ---- one access ---- */

/* The line's number among those of its residue in the memory, of a page whose frame was drawn. */
static int64_t framed(const pme__residue_caches *c, int64_t line, int draw) {
  uint64_t page = (uint64_t)(line >> c->page_shift) + c->frames + (uint64_t)draw * UINT64_C(0xd1b54a32d192ed03);
  page = (page ^ page >> 31) * UINT64_C(0x9e3779b97f4a7c15);
  page = (page ^ page >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
  int64_t inside = line & ((INT64_C(1) << c->page_shift) - 1);
  return (int64_t)((page >> 32) << c->page_shift | (uint64_t)inside) >> c->shift;
}

static int64_t set_of(const pme__residue_caches *c, const level *l, int64_t line, int draw) {
  bool is_framed = c->page_shift > 0 && l > c->levels;
  return draw * l->count + pme__remainder(is_framed ? framed(c, line, draw) : line >> c->shift, l->count);
}

/* Whether the line was the last one that the first level used, in the same way or one that counts for less. Where a
 * residue has several sets of that level this is seldom enough so. */
static bool changes_nothing(pme__residue_caches *c, int64_t line, bool is_write) {
  int64_t now = 2 * (line + 1) + !is_write;
  bool nothing = !c->counts_uses && (c->latest == now || (is_write && c->latest == now + 1));
  c->latest = nothing ? c->latest : now;
  return nothing;
}

/* `asked`: a bit for each draw; returns those that missed. */
ALWAYS_INLINE uint32_t miss_draws(pme__residue_caches *c, level *l, int64_t line, bool is_write, uint32_t asked) {
  uint32_t missed = 0;
  if (asked == 1)
    return pme__miss_own(&l->own[set_of(c, l, line, 0)], line, is_write);
  c->drawn += asked ? __builtin_popcount(asked) - 1 : 0;
  for (int draw = 0; draw < l->draws; draw++)
    if (asked >> draw & 1 && pme__miss_own(&l->own[set_of(c, l, line, draw)], line, is_write))
      missed |= UINT32_C(1) << draw;
  return missed;
}

/* Which draws are asked where those with a bit missed the level above. */
static uint32_t asked_of(const level *l, const level *above, uint32_t missed) {
  uint32_t all = (UINT32_C(1) << l->draws) - 1;
  if (!l->of->sees_misses)
    return all;
  return above->draws == 1 && missed ? all : missed & all;
}

/* What a level missed. Most accesses miss nothing, and leave the counts as they were. */
static void note_misses(int level, uint32_t missed, bool lru, pme__residue_misses *out) {
  if (!out->missed)
    *out = (pme__residue_misses){.any = true, .missed = true};
  for (uint32_t left = missed; left; left &= left - 1)
    out->own[level][__builtin_ctz(left)]++;
  out->lru[level] += lru;
}

static void touch_line(pme__residue_caches *c, int64_t line, bool is_write, pme__residue_misses *out) {
  uint32_t missed = 0;
  if (changes_nothing(c, line, is_write))
    return;
  out->any = true;
  for (int i = 0; i < c->level_count; i++) {
    level *l = &c->levels[i];
    if (!l->is_run)
      continue;
    missed = miss_draws(c, l, line, is_write, i == 0 ? 1 : asked_of(l, l - 1, missed));
    bool lru =
        l->compares && pme__miss_lru(l->lru + pme__remainder(line >> c->shift, l->count) * l->ways, l->ways, line);
    if (!missed && !lru)
      continue;
    note_misses(i, missed, lru, out);
    l->fills += lru;
  }
}

void pme__residue_caches_touch(pme__residue_caches *c, const pme__core_access *access, pme__residue_misses *out) {
  int64_t last = access->address + access->size_bytes - 1;
  int shift = c->residue->line_shift;
  out->any = out->missed = false;
  for (int64_t line = access->address >> shift; line <= last >> shift; line++)
    if (pme__residue_has(c->residue, line))
      touch_line(c, line, access->is_write, out);
}

void pme__residue_caches_walk(pme__residue_caches *c, int64_t page, pme__residue_misses *out) {
  int64_t line = pme__page_entry_address(page) >> c->residue->line_shift;
  uint32_t missed = ~UINT32_C(0);
  out->any = true;
  out->missed = false;
  for (int i = 0; i < c->level_count; i++) {
    level *l = &c->levels[i];
    if (!l->is_run)
      continue;
    missed = miss_draws(c, l, line, false, i == 0 ? 1 : asked_of(l, l - 1, missed));
    if (missed)
      note_misses(i, missed, false, out);
  }
}

/* ---- what they say ---- */

double pme__residue_caches_turnover(const pme__residue_caches *c) {
  const level *last = &c->levels[c->level_count - 1];
  return (double)last->fills / (double)(last->count * last->ways);
}

bool pme__residue_caches_count_uses(const pme__residue_caches *c) { return c->counts_uses; }

int pme__residue_caches_draws(const pme__residue_caches *c, int level) {
  return level < c->level_count ? c->levels[level].draws : 0;
}

int64_t pme__residue_caches_drawn(const pme__residue_caches *c) { return c->drawn; }
