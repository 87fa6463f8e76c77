/* Each set twice; a line that the first level used last, of those of its set, changes nothing anywhere. */
#include "compared_caches.h"

#include "cache_sets.h"
#include "page_buffer.h"

typedef struct level {
  const pme_cache_level *of;
  int number, ways;
  int64_t count, mask;  /* mask -1: the count is no power of two */
  pme__policy_set *own; /* [draw * count + set] */
  int draws;
  pme__policy_set empty, foreign; /* foreign: a set in the middle of something else */
  int64_t *lru;                   /* [set][way], latest first; 0: empty */
  int weight;                     /* sets that one stands for: of large levels some are run */
  int64_t fills;
} level;

/* Of the residues so many are run; where each is run with several frames half as many. */
enum { RESIDUES = 64, SAMPLED = 16, SAMPLED_DRAWN = 8, LARGE = 4096, RECENT_PAGES = 16 };

struct pme__compared_caches {
  level levels[PME_MAX_LEVELS];
  int level_count;
  int shift;       /* of the lines of all of them */
  int page_shift;  /* of a line number to that of its page; 0: frames are as pages */
  uint64_t frames; /* which frames pages have */
  bool walks;      /* through the levels behind the first */
  int walk_page_shift;
  int64_t latest_pages[RECENT_PAGES]; /* the last page of these sets of the first buffer: it is there, and first */
  int page_mask;
  bool counts_uses;
  bool runs_all, passes_over;
  int sampled;
  uint64_t residues; /* so many, of line numbers, whose sets are run of large levels */
  pme__page_buffer first, second;
  int64_t *latest; /* [set of the first one] */
};

static int sampled_of(const pme_machine *machine) { return machine->page_frames_random ? SAMPLED_DRAWN : SAMPLED; }

static bool create_level(level *l, const pme_machine *machine, int number, pme_arena *arena) {
  const pme_cache_level *of = &machine->levels[number];
  int64_t count = pme_cache_sets(of), lines = count * of->associativity;
  bool is_part = lines > LARGE && count % RESIDUES == 0;
  int draws = is_part && number > 0 && machine->page_frames_random ? PME__COMPARED_DRAWS : 1;
  void **slots = PME_ARENA_NEW(arena, void *, draws *lines);
  *l = (level){.of = of, .ways = of->associativity, .count = count, .mask = count & (count - 1) ? -1 : count - 1};
  l->number = number;
  l->draws = draws;
  l->weight = is_part ? RESIDUES / sampled_of(machine) : 1;
  l->own = PME_ARENA_NEW(arena, pme__policy_set, draws * count);
  void **others = PME_ARENA_NEW(arena, void *, 2 * of->associativity);
  l->lru = PME_ARENA_NEW(arena, int64_t, lines);
  for (int64_t i = 0; slots && l->own && i < draws * count; i++)
    l->own[i].lines = slots + i * of->associativity;
  if (others) {
    pme__policy_begin(&l->empty, &of->policy, others + of->associativity, of->associativity);
    pme__fill_with_others(&l->foreign, of, others);
  }
  return slots && others && l->own && l->lru;
}

pme__compared_caches *pme__compared_caches_create(const pme_machine *machine, const bool *compared, pme_arena *arena) {
  pme__compared_caches *c = PME_ARENA_NEW(arena, pme__compared_caches, 1);
  bool created = c != NULL;
  for (int l = 0; created && l < machine->level_count; l++) {
    if (!compared[l])
      continue;
    created = create_level(&c->levels[c->level_count++], machine, l, arena);
    c->counts_uses = c->counts_uses || pme__policy_counts_uses(&machine->levels[l].policy);
    c->shift = __builtin_ctz((unsigned)machine->levels[l].line_bytes);
  }
  if (created)
    c->sampled = sampled_of(machine);
  while (created && machine->page_frames_random && (INT64_C(1) << (c->page_shift + c->shift)) < machine->page_bytes)
    c->page_shift++;
  if (created && machine->page_walks_read && c->level_count > 1) {
    c->walks = true;
    c->walk_page_shift = pme__page_shift(machine);
    created = pme__page_buffers_create(&c->first, &c->second, machine, arena);
    c->page_mask = c->first.ways && c->first.sets % RECENT_PAGES == 0 ? RECENT_PAGES - 1 : 0;
  }
  if (created)
    c->latest = PME_ARENA_NEW(arena, int64_t, c->levels[0].count);
  return created && c->latest ? c : NULL;
}

/* Residues stand for sets also where frames are drawn, for a page has as many lines or more. */
static void draw_residues(pme__compared_caches *c) {
  uint64_t random = c->frames;
  c->residues = 0;
  for (int drawn = 0; drawn < c->sampled;) {
    random = (random ^ random >> 29) * UINT64_C(0xbf58476d1ce4e5b9) + 1;
    uint64_t bit = UINT64_C(1) << (random >> 58);
    drawn += !(c->residues & bit);
    c->residues |= bit;
  }
}

static bool is_run(const pme__compared_caches *c, const level *l, int64_t line) {
  return c->runs_all || l->weight == 1 || (c->residues >> (line & (RESIDUES - 1)) & 1);
}

static int draws_of(const pme__compared_caches *c, const level *l) { return c->runs_all ? 1 : l->draws; }

void pme__compared_caches_empty(pme__compared_caches *c, bool all) {
  c->runs_all = all;
  c->frames += UINT64_C(0x632be59bd9b4e019);
  for (level *l = c->levels; l < c->levels + c->level_count; l++) {
    l->fills = 0;
    memset(l->lru, 0, (size_t)(l->count * l->ways) * sizeof *l->lru);
    pme__copy_set(l->own, l->count * draws_of(c, l), all && l->number > 0 ? &l->empty : &l->foreign);
  }
  pme__page_buffer_empty(&c->first);
  pme__page_buffer_empty(&c->second);
  for (int i = 0; i < RECENT_PAGES; i++)
    c->latest_pages[i] = INT64_MIN;
  draw_residues(c);
  memset(c->latest, 0, (size_t)c->levels[0].count * sizeof *c->latest);
}

static int64_t set_of(const level *l, int64_t line) {
  return l->mask >= 0 ? line & l->mask : pme__floor_mod(line, l->count);
}

/* The line's number in the memory, of a page whose frame was drawn. */
static int64_t framed(const pme__compared_caches *c, int64_t line, int draw) {
  uint64_t page = (uint64_t)(line >> c->page_shift) + c->frames + (uint64_t)draw * UINT64_C(0xd1b54a32d192ed03);
  page = (page ^ page >> 31) * UINT64_C(0x9e3779b97f4a7c15);
  page = (page ^ page >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
  int64_t inside = line & ((INT64_C(1) << c->page_shift) - 1);
  return (int64_t)((page >> 32) << c->page_shift) | inside;
}

/* Whether the line was the last of its set that the first level used, in the same way or one that counts for less. */
static bool changes_nothing(pme__compared_caches *c, int64_t line, bool is_write) {
  int64_t *latest = &c->latest[set_of(&c->levels[0], line)];
  int64_t now = 2 * (line + 1) + !is_write;
  bool nothing = !c->counts_uses && (*latest == now || (is_write && *latest == now + 1));
  *latest = nothing ? *latest : now;
  return nothing;
}

/* Sets of the first level are those of one residue each, and outer levels know no other lines than those. */
void pme__compared_caches_pass_over(pme__compared_caches *c, bool others) {
  c->passes_over = others && !c->runs_all && c->level_count > 1 && c->levels[0].count % RESIDUES == 0;
  for (int i = 1; i < c->level_count; i++)
    c->passes_over = c->passes_over && c->levels[i].weight > 1;
}

/* `asked`: a bit for each draw; returns those that missed. */
static uint32_t miss_draws(pme__compared_caches *c, level *l, int64_t line, bool is_write, uint32_t asked,
                           pme__compared_misses *out) {
  bool is_framed = l->number > 0 && c->page_shift;
  int weight = c->runs_all ? 1 : l->weight;
  uint32_t missed = 0;
  for (int draw = 0; draw < draws_of(c, l); draw++) {
    int64_t set = draw * l->count + set_of(l, is_framed ? framed(c, line, draw) : line);
    if (asked >> draw & 1 && pme__miss_own(&l->own[set], line, is_write)) {
      missed |= UINT32_C(1) << draw;
      out->own[l->number][draw] += weight;
    }
  }
  return missed;
}

static void touch_line(pme__compared_caches *c, int64_t line, bool is_write, pme__compared_misses *out) {
  enum { ALL = (1 << PME__COMPARED_DRAWS) - 1 };
  if (c->passes_over && !(c->residues >> (line & (RESIDUES - 1)) & 1))
    return;
  if (changes_nothing(c, line, is_write))
    return;
  if (!out->any)
    *out = (pme__compared_misses){.any = true};
  uint32_t missed = ALL;
  for (level *l = c->levels; l < c->levels + c->level_count; l++) {
    if (!is_run(c, l, line))
      continue;
    int weight = c->runs_all ? 1 : l->weight;
    bool by_all = l == c->levels || !l->of->sees_misses || (missed && draws_of(c, l - 1) == 1);
    int lru = pme__miss_lru(l->lru + set_of(l, line) * l->ways, l->ways, line);
    missed = miss_draws(c, l, line, is_write, by_all ? ALL : missed, out);
    out->lru[l->number] += lru * weight;
    out->missed = out->missed || missed || lru;
    l->fills += (int64_t)lru * weight;
  }
}

/* What a walk reads, of the levels behind the first (page_walks.h has the first). Where nobody knows whether the
 * translation was kept it was not: that fills the buffers. */
static void walk_to(pme__compared_caches *c, int64_t page, pme__compared_misses *out) {
  if (c->latest_pages[page & c->page_mask] == page)
    return;
  c->latest_pages[page & c->page_mask] = page;
  if ((c->first.ways && pme__page_buffer_look_up(&c->first, page) == PME__PAGE_KEPT) ||
      pme__page_buffer_look_up(&c->second, page) == PME__PAGE_KEPT)
    return;
  if (!out->any)
    *out = (pme__compared_misses){.any = true};
  out->missed = true;
  int64_t line = pme__page_entry_address(page) >> c->shift;
  for (level *l = c->levels; l < c->levels + c->level_count; l++)
    if (l->number > 0 && is_run(c, l, line))
      miss_draws(c, l, line, false, ~UINT32_C(0), out);
}

void pme__compared_caches_touch(pme__compared_caches *c, const pme__core_access *access, pme__compared_misses *out) {
  int64_t last = access->address + access->size_bytes - 1;
  out->any = false;
  if (c->walks)
    for (int64_t page = access->address >> c->walk_page_shift; page <= last >> c->walk_page_shift; page++)
      walk_to(c, page, out);
  for (int64_t line = access->address >> c->shift; line <= last >> c->shift; line++)
    touch_line(c, line, access->is_write, out);
}

int pme__compared_caches_draws(const pme__compared_caches *c, int level) {
  int draws = 1;
  for (int i = 0; i < c->level_count; i++)
    draws = c->levels[i].number == level ? draws_of(c, &c->levels[i]) : draws;
  return draws;
}

int pme__compared_caches_line_shift(const pme__compared_caches *c) { return c->shift; }
bool pme__compared_caches_count_uses(const pme__compared_caches *c) { return c->counts_uses; }

double pme__compared_caches_turnover(const pme__compared_caches *c) {
  const level *largest = &c->levels[c->level_count - 1];
  return (double)largest->fills / (double)(largest->count * largest->ways);
}
