/* One line after the other through levels that hand lines to each other. */
#include "hierarchy.h"

#include <string.h>

#include "pmecache/arena.h"
#include "simulator/policy/replacement.h"
#include "simulator/random.h"

/* What a level knows of a line that it has. */
typedef struct copy {
  uint64_t line, unwritten;
  uint32_t bringer;
  bool changed;
} copy;

/* One access to one line. */
typedef struct touch {
  uint64_t line, units;
  uint32_t reference, thread;
  bool is_write;
} touch;

/* ---- sets ---- */

static uint64_t first_way(const sim_stack_level *level, uint64_t line) {
  return line % level->sets * (uint64_t)level->ways;
}

static sim_ways ways_of(const sim_stack_level *level, sim_stack_cache *cache, uint64_t line) {
  uint64_t first = first_way(level, line);
  return (sim_ways){.policy = &level->shape->policy,
                    .ways = level->ways,
                    .tags = cache->tags + first,
                    .marks = cache->marks + first,
                    .random = &cache->random};
}

/* Where a line is; SIM_NO_LINE: not there. */
static uint64_t find(const sim_stack_level *level, const sim_stack_cache *cache, uint64_t line) {
  uint64_t first = first_way(level, line);
  for (uint64_t at = first; at < first + (uint64_t)level->ways; at++)
    if (cache->tags[at] == line)
      return at;
  return SIM_NO_LINE;
}

static void use(sim_hierarchy *h, const sim_stack_level *level, sim_stack_cache *cache, uint64_t at) {
  sim_ways set = ways_of(level, cache, cache->tags[at]);
  if (level->shape->policy.kind == PME_POLICY_LRU)
    cache->last_use[at] = ++h->clock;
  else
    sim_touch_way(&set, (int)(at - first_way(level, cache->tags[at])));
}

/* An empty way, or that of the line that leaves. */
static uint64_t way_for(const sim_stack_level *level, sim_stack_cache *cache, uint64_t line) {
  sim_ways set = ways_of(level, cache, line);
  uint64_t first = first_way(level, line), oldest = first;
  if (level->shape->policy.kind != PME_POLICY_LRU)
    return first + (uint64_t)sim_way_for_new(&set);
  for (uint64_t at = first; at < first + (uint64_t)level->ways; at++) {
    if (cache->tags[at] == SIM_NO_LINE)
      return at;
    oldest = cache->last_use[at] < cache->last_use[oldest] ? at : oldest;
  }
  return oldest;
}

static uint32_t *record_of(sim_hierarchy *h, sim_stack_cache *cache, uint64_t line) {
  static uint32_t nowhere;
  uint32_t *record = sim_history_at(&cache->history, h->memory, line);
  h->out_of_memory = h->out_of_memory || !record;
  return record ? record : &nowhere;
}

/* ---- reading from memory what was not written ---- */

static sim_stack_level *outermost(sim_hierarchy *h) { return &h->levels[h->level_count - 1]; }

static void read_unwritten(sim_hierarchy *h, copy *c) {
  if (c->unwritten)
    outermost(h)->traffic[c->bringer].fills++;
  c->unwritten = 0;
}

/* A hit of the innermost level. */
static void write_units(sim_hierarchy *h, sim_stack_cache *cache, uint64_t at, const touch *t) {
  if (!h->evades || !cache->unwritten[at])
    return;
  copy c = {.bringer = cache->bringer[at], .unwritten = cache->unwritten[at]};
  if (t->is_write)
    c.unwritten &= ~t->units;
  else if (c.unwritten & t->units)
    read_unwritten(h, &c);
  cache->unwritten[at] = c.unwritten;
}

/* ---- lines that leave ---- */

static copy take_out(sim_hierarchy *h, int l, int instance, uint64_t at, uint32_t record) {
  sim_stack_cache *cache = &h->levels[l].caches[instance];
  copy c = {.line = cache->tags[at], .bringer = cache->bringer[at], .changed = cache->changed[at]};
  if (l == 0 && h->evades) {
    c.unwritten = cache->unwritten[at];
    read_unwritten(h, &c);
  }
  *record_of(h, cache, c.line) = record;
  cache->tags[at] = SIM_NO_LINE;
  return c;
}

static bool is_above(const sim_hierarchy *h, int l, int instance, int outer, int outer_instance) {
  for (; l < outer; l++)
    instance = h->levels[l].parent[instance];
  return instance == outer_instance;
}

/* An inclusive level loses a line: so do the levels above it. */
static void take_from_above(sim_hierarchy *h, int l, int instance, copy *c, uint32_t thread) {
  for (int inner = 0; inner < l; inner++)
    for (int i = 0; i < h->levels[inner].instances; i++) {
      uint64_t at = is_above(h, inner, i, l, instance) ? find(&h->levels[inner], &h->levels[inner].caches[i], c->line)
                                                       : SIM_NO_LINE;
      if (at == SIM_NO_LINE)
        continue;
      copy lost = take_out(h, inner, i, at, SIM_EVICTED + thread);
      c->changed = c->changed || lost.changed;
      for (int border = inner; lost.changed && border < l; border++)
        h->levels[border].traffic[lost.bringer].write_backs++;
    }
}

static void place(sim_hierarchy *h, int l, int instance, copy c, uint32_t thread);

/* What a level that takes victims gets. */
static void hand_over(sim_hierarchy *h, int l, int instance, copy c, uint32_t thread) {
  sim_stack_level *next = &h->levels[l + 1];
  sim_traffic *traffic = &h->levels[l].traffic[c.bringer];
  int there = h->levels[l].parent[instance];
  double dropped = next->shape->dropped_share;
  if (!c.changed && dropped > 0 && (double)(sim_random(&h->dropping) >> 11) * 0x1p-53 < dropped)
    return;
  if (c.changed)
    traffic->write_backs++;
  else
    traffic->clean_outs++;
  uint64_t at = find(next, &next->caches[there], c.line);
  if (at == SIM_NO_LINE) {
    place(h, l + 1, there, c, thread);
    return;
  }
  use(h, next, &next->caches[there], at);
  next->caches[there].changed[at] |= c.changed;
}

/* A changed line goes down until a level has it, or takes it. One that sees all accesses does not. */
static void write_back(sim_hierarchy *h, int l, int instance, copy c, uint32_t thread) {
  for (; l < h->level_count; l++) {
    h->levels[l].traffic[c.bringer].write_backs++;
    if (l + 1 == h->level_count)
      return;
    sim_stack_level *next = &h->levels[l + 1];
    instance = h->levels[l].parent[instance];
    uint64_t at = find(next, &next->caches[instance], c.line);
    if (at != SIM_NO_LINE)
      next->caches[instance].changed[at] = 1;
    else if (next->filtered)
      place(h, l + 1, instance, c, thread);
    if (at != SIM_NO_LINE || next->filtered)
      return;
  }
}

static void leave(sim_hierarchy *h, int l, int instance, copy c, uint32_t thread) {
  if (h->levels[l].shape->inclusion == PME_INCLUSION_INCLUSIVE)
    take_from_above(h, l, instance, &c, thread);
  if (l + 1 < h->level_count && h->levels[l + 1].takes)
    hand_over(h, l, instance, c, thread);
  else if (c.changed)
    write_back(h, l, instance, c, thread);
}

/* ---- lines that come in ---- */

static void place(sim_hierarchy *h, int l, int instance, copy c, uint32_t thread) {
  sim_stack_level *level = &h->levels[l];
  sim_stack_cache *cache = &level->caches[instance];
  uint64_t at = way_for(level, cache, c.line);
  if (cache->tags[at] != SIM_NO_LINE)
    leave(h, l, instance, take_out(h, l, instance, at, SIM_EVICTED + thread), thread);
  sim_ways set = ways_of(level, cache, c.line);
  if (level->shape->policy.kind == PME_POLICY_LRU)
    cache->last_use[at] = ++h->clock;
  else
    sim_fill_way(&set, (int)(at - first_way(level, c.line)));
  cache->tags[at] = c.line;
  cache->bringer[at] = c.bringer;
  cache->changed[at] = c.changed;
  if (l == 0 && h->evades)
    cache->unwritten[at] = c.unwritten;
  *record_of(h, cache, c.line) = SIM_SEEN;
}

/* ---- one access ---- */

static sim_stack_cache *cache_of(const sim_stack_level *level, const touch *t) {
  return &level->caches[level->instance_of[t->thread]];
}

static void count_miss(sim_hierarchy *h, sim_stack_level *level, const touch *t) {
  sim_counts *counts = &level->counts[t->reference];
  uint32_t *record = record_of(h, cache_of(level, t), t->line);
  if (*record == 0)
    counts->cold++;
  else if (*record == SIM_INVALIDATED)
    counts->coherence++;
  else if (*record == SIM_EVICTED + t->thread)
    counts->self++;
  else
    counts->other_threads++;
  *record = SIM_EVICTED + t->thread; /* until it is placed, if it is */
}

/* Of a write: the level lets it pass. */
static bool passes(const sim_stack_level *level, const touch *t) {
  return t->is_write && level->shape->write == PME_WRITE_AROUND;
}

/* Whether the line of the access comes into the level, or would if it were not there. */
static bool comes_in(const sim_stack_level *level, const touch *t) { return !level->takes && !passes(level, t); }

/* Whether a write changes the copy of a level: the innermost one that keeps it, and all that see all accesses. */
static bool is_changed_by(const sim_hierarchy *h, int l, const touch *t) {
  if (!t->is_write)
    return false;
  for (int inner = 0; inner < l && h->levels[l].filtered; inner++)
    if (!h->levels[inner].missed_now || comes_in(&h->levels[inner], t))
      return false;
  return true;
}

/* Looks everywhere. *changed_at: the level to which a changed line moves up, or none. Returns where the line was found
 * first. */
static int look_up(sim_hierarchy *h, const touch *t, int *changed_at) {
  int found = h->level_count;
  for (int l = 0; l < h->level_count; l++) {
    sim_stack_level *level = &h->levels[l];
    level->missed_now = false;
    if (l > 0 && level->filtered && !h->levels[l - 1].missed_now)
      continue;
    level->counts[t->reference].accesses += level->filtered;
    uint64_t at = find(level, cache_of(level, t), t->line);
    level->missed_now = at == SIM_NO_LINE;
    if (at == SIM_NO_LINE) {
      count_miss(h, level, t);
      continue;
    }
    found = found < l ? found : l;
    if (l == 0)
      write_units(h, cache_of(level, t), at, t);
    if (level->takes && comes_in(&h->levels[l - 1], t)) {
      if (take_out(h, l, level->instance_of[t->thread], at, SIM_EVICTED + t->thread).changed)
        *changed_at = l - 1;
      continue;
    }
    use(h, level, cache_of(level, t), at);
    cache_of(level, t)->changed[at] |= is_changed_by(h, l, t);
  }
  return found;
}

/* Lines over the borders between where it was and where it goes. */
static void count_ways(sim_hierarchy *h, const touch *t, bool is_put_off) {
  bool comes = false, writes = t->is_write;
  for (int l = 0; l < h->level_count; l++) {
    sim_stack_level *level = &h->levels[l];
    comes = level->missed_now && (comes || comes_in(level, t));
    if (comes && !(is_put_off && l + 1 == h->level_count))
      level->traffic[t->reference].fills++;
    writes = writes && level->missed_now && passes(level, t);
    if (writes)
      level->traffic[t->reference].write_backs++;
  }
}

static void fill(sim_hierarchy *h, const touch *t, bool is_put_off, int changed_at) {
  for (int l = 0; l < h->level_count; l++) {
    sim_stack_level *level = &h->levels[l];
    if (!level->missed_now || !comes_in(level, t))
      continue;
    copy c = {.line = t->line, .bringer = t->reference, .changed = is_changed_by(h, l, t)};
    c.changed = c.changed || l == changed_at;
    c.unwritten = is_put_off && l == 0 ? ~t->units : 0;
    place(h, l, level->instance_of[t->thread], c, t->thread);
  }
}

/* A line comes into level `l` that nobody asked for yet. Levels behind that see misses, or are inclusive, see a request. */
static void fetch(sim_hierarchy *h, int l, uint64_t line, const touch *t) {
  int end = l, changed_at = -1;
  uint64_t at;
  for (; (at = find(&h->levels[end], cache_of(&h->levels[end], t), line)) == SIM_NO_LINE; end++) {
    h->levels[end].traffic[t->reference].fills++;
    h->levels[end].traffic[t->reference].prefetches += !h->levels[end].takes;
    const sim_stack_level *next = end + 1 < h->level_count ? &h->levels[end + 1] : NULL;
    if (!next || !(next->filtered || next->shape->inclusion == PME_INCLUSION_INCLUSIVE)) {
      end++;
      break;
    }
  }
  sim_stack_level *there = &h->levels[end];
  if (at != SIM_NO_LINE && end > l && !there->takes)
    use(h, there, cache_of(there, t), at);
  else if (at != SIM_NO_LINE && end > l)
    changed_at = take_out(h, end, there->instance_of[t->thread], at, SIM_EVICTED + t->thread).changed ? end - 1 : -1;
  for (int o = l; o < end; o++)
    if (!h->levels[o].takes)
      place(h, o, h->levels[o].instance_of[t->thread], (copy){line, 0, t->reference, o == changed_at}, t->thread);
}

/* What level `l` is asked for trains its prefetchers. */
static void run_prefetchers(sim_hierarchy *h, int l, const touch *t) {
  uint64_t lines[SIM_MOST_FETCHED];
  sim_prefetch *seen = &cache_of(&h->levels[l], t)->prefetch;
  int count = sim_prefetch_lines(seen, &h->levels[l].shape->prefetchers, h->line_shift, t->line, lines);
  for (int i = 0; i < count; i++)
    fetch(h, l, lines[i], t);
}

/* The other instances lose a line that is written. */
static void invalidate(sim_hierarchy *h, const touch *t) {
  for (int l = 0; l < h->level_count; l++)
    for (int i = 0; i < h->levels[l].instances; i++) {
      uint64_t at = i == h->levels[l].instance_of[t->thread] ? SIM_NO_LINE
                                                             : find(&h->levels[l], &h->levels[l].caches[i], t->line);
      if (at != SIM_NO_LINE)
        take_out(h, l, i, at, SIM_INVALIDATED);
    }
}

static void touch_line(sim_hierarchy *h, const touch *t) {
  int changed_at = -1;
  int found = look_up(h, t, &changed_at);
  bool is_put_off = h->evades && t->is_write && found == h->level_count && comes_in(&h->levels[0], t);
  count_ways(h, t, is_put_off);
  fill(h, t, is_put_off, changed_at);
  for (int l = 1; l < h->level_count; l++)
    if (h->levels[l - 1].missed_now && pme_level_prefetches(h->levels[l].shape))
      run_prefetchers(h, l, t);
  if (t->is_write && h->coherent)
    invalidate(h, t);
}

/* The 64ths of a line that [first, last] covers. */
static uint64_t units_of(const sim_hierarchy *h, uint64_t line, uint64_t first, uint64_t last) {
  uint64_t start = line << h->line_shift, end = start + (UINT64_C(1) << h->line_shift) - 1;
  int shift = h->line_shift > 6 ? h->line_shift - 6 : 0;
  uint64_t from = (first > start ? first - start : 0) >> shift, to = ((last < end ? last : end) - start) >> shift;
  uint64_t units = (UINT64_MAX >> (63 - (to - from))) << from;
  bool reaches_end = last >= end; /* lines shorter than 64 units */
  return reaches_end ? units | ~(UINT64_MAX >> (63 - to)) : units;
}

void pme__sim_hierarchy_consume(sim_hierarchy *h, const sim_entry *entries, int count) {
  for (int i = 0; i < count; i++) {
    uint64_t first = entries[i].address, last = first + sim_meta_last_byte(entries[i].meta);
    touch t = {.reference = sim_meta_reference(entries[i].meta), .thread = sim_meta_thread(entries[i].meta)};
    t.is_write = h->writes[t.reference];
    for (t.line = first >> h->line_shift; t.line <= last >> h->line_shift; t.line++) {
      t.units = units_of(h, t.line, first, last);
      touch_line(h, &t);
    }
  }
}

/* ---- life ---- */

void pme__sim_hierarchy_end(sim_hierarchy *h) {
  for (int l = 0; l < h->level_count; l++)
    for (int i = 0; i < h->levels[l].instances; i++) {
      sim_stack_cache *cache = &h->levels[l].caches[i];
      for (uint64_t at = 0; at < h->levels[l].sets * (uint64_t)h->levels[l].ways; at++) {
        if (cache->tags[at] == SIM_NO_LINE)
          continue;
        copy c = {.bringer = cache->bringer[at], .unwritten = cache->unwritten ? cache->unwritten[at] : 0};
        read_unwritten(h, &c);
        h->levels[l].traffic[c.bringer].left += cache->changed[at];
      }
    }
}

static bool create_cache(const sim_stack_level *level, sim_stack_cache *cache, bool evades, sim_memory *memory) {
  uint64_t lines = level->sets * (uint64_t)level->ways;
  if (lines > SIZE_MAX / sizeof *cache->tags / 2)
    return false;
  cache->tags = pme__sim_grow(memory, NULL, 0, lines * sizeof *cache->tags);
  cache->last_use = pme__sim_grow(memory, NULL, 0, lines * sizeof *cache->last_use);
  cache->marks = pme__sim_grow(memory, NULL, 0, lines);
  cache->changed = pme__sim_grow(memory, NULL, 0, lines);
  cache->bringer = pme__sim_grow(memory, NULL, 0, lines * sizeof *cache->bringer);
  if (evades)
    cache->unwritten = pme__sim_grow(memory, NULL, 0, lines * sizeof *cache->unwritten);
  return cache->tags && cache->last_use && cache->marks && cache->changed && cache->bringer &&
         (!evades || cache->unwritten);
}

static bool create_level(sim_hierarchy *h, int l, const sim_hierarchy_shape *shape, sim_memory *memory) {
  sim_stack_level *level = &h->levels[l];
  const pme_cache_level *cache = &shape->machine->levels[l];
  int instances = shape->levels[l].instance_count;
  *level = (sim_stack_level){.shape = cache,
                             .filtered = l > 0 && (shape->filtered || cache->sees_misses),
                             .takes = pme_level_takes_victims(cache),
                             .sets = (uint64_t)pme_cache_sets(cache),
                             .ways = cache->associativity,
                             .instances = instances,
                             .counts = shape->levels[l].counts};
  size_t rows = (size_t)shape->references + 1;
  level->caches = pme__sim_grow(memory, NULL, 0, (size_t)instances * sizeof *level->caches);
  level->parent = pme__sim_grow(memory, NULL, 0, (size_t)instances * sizeof *level->parent);
  level->traffic = pme__sim_grow(memory, NULL, 0, rows * sizeof *level->traffic);
  if (level->caches)
    memset(level->caches, 0, (size_t)instances * sizeof *level->caches);
  if (!level->caches || !level->parent || !level->traffic)
    return false;
  memset(level->parent, 0, (size_t)instances * sizeof *level->parent);
  memset(level->traffic, 0, rows * sizeof *level->traffic);
  for (int i = 0; i < instances; i++) {
    if (!create_cache(level, &level->caches[i], h->evades && l == 0, memory))
      return false;
    level->caches[i].random = shape->levels[l].seed + (uint64_t)i;
  }
  return true;
}

bool pme__sim_hierarchy_create(sim_hierarchy *h, const sim_hierarchy_shape *shape, sim_memory *memory) {
  const pme_machine *machine = shape->machine;
  *h = (sim_hierarchy){.level_count = machine->level_count,
                       .writes = shape->writes,
                       .coherent = shape->coherent,
                       .dropping = shape->seed ^ UINT64_C(0x76696374696d),
                       .memory = memory};
  if (machine->level_count == 0)
    return true;
  h->evades = machine->levels[machine->level_count - 1].write == PME_WRITE_EVADE;
  while ((1 << h->line_shift) < machine->levels[0].line_bytes)
    h->line_shift++;
  for (int l = 0; l < h->level_count; l++)
    if (!create_level(h, l, shape, memory))
      return false;
  pme__sim_hierarchy_reset(h);
  return true;
}

void pme__sim_hierarchy_reset(sim_hierarchy *h) {
  for (int l = 0; l < h->level_count; l++)
    for (int i = 0; i < h->levels[l].instances; i++) {
      sim_stack_level *level = &h->levels[l];
      sim_stack_cache *cache = &level->caches[i];
      memset(cache->tags, 0xff, level->sets * (uint64_t)level->ways * sizeof *cache->tags);
      for (uint64_t set = 0; level->shape->policy.kind != PME_POLICY_LRU && set < level->sets; set++) {
        sim_ways ways = ways_of(level, cache, set);
        sim_init_ways(&ways);
      }
      cache->prefetch = (sim_prefetch){0};
      pme__sim_history_forget(&cache->history);
    }
}

static void destroy_level(sim_stack_level *level) {
  for (int i = 0; level->caches && i < level->instances; i++) {
    sim_stack_cache *cache = &level->caches[i];
    pme_reallocate(cache->tags, 0);
    pme_reallocate(cache->last_use, 0);
    pme_reallocate(cache->marks, 0);
    pme_reallocate(cache->changed, 0);
    pme_reallocate(cache->bringer, 0);
    pme_reallocate(cache->unwritten, 0);
    pme__sim_history_destroy(&cache->history);
  }
  pme_reallocate(level->caches, 0);
  pme_reallocate(level->parent, 0);
  pme_reallocate(level->traffic, 0);
}

void pme__sim_hierarchy_destroy(sim_hierarchy *h) {
  for (int l = 0; l < h->level_count; l++)
    destroy_level(&h->levels[l]);
  memset(h, 0, sizeof *h);
}

void pme__sim_hierarchy_set_team(sim_hierarchy *h, const sim_level *levels, int threads) {
  for (int l = 0; l < h->level_count; l++)
    h->levels[l].instance_of = levels[l].instance_of;
  for (int l = 0; l + 1 < h->level_count; l++)
    for (int u = 0; u < threads; u++)
      h->levels[l].parent[levels[l].instance_of[u]] = levels[l + 1].instance_of[u];
}
