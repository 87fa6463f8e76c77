/* The exact engine: every line is remembered. See docs/model/profiles.md 2.2. */
#include "distance_pages.h"

enum { AHEAD = MISSES_AHEAD, MANY_PAGES = 2048, MANY_SLOTS = 1 << 18, SLOTS_NEARBY = 1 << 18 };

/* ---- compaction ---- */

/* Twice the room when the slots would soon be full again; large tables are rather filled than missed in the caches. */
bool pme__exact_compact(pme__distance *e) {
  slots *s = &e->slots;
  uint32_t first = 0;
  while (first < s->size / 64 && s->bits[first] == UINT64_MAX)
    first++; /* the oldest lines stay where they are */
  uint32_t next = first * 64;
  for (uint32_t w = first; w < s->size / 64; w++)
    for (uint64_t word = s->bits[w]; word; word &= word - 1) {
      uint32_t entry = s->owner.entry[w * 64 + (uint32_t)__builtin_ctzll(word)];
      s->owner.entry[next] = entry;
      e->pages.rows[entry] = next++;
    }
  uint32_t most = s->size < MANY_SLOTS ? s->size / 4 : s->size / 8 * 3;
  if (next > most && (s->size > UINT32_MAX / 4 || pme__slots_resize(s, s->size * 2, e->options.allocator))) {
    e->status = PME_NO_MEMORY;
    return false;
  }
  pme__slots_reset(s, next);
  return true;
}

/* ---- lines that are not among the recent ones ---- */

/* What comes in from the slots, or is new, and what goes there, as entries: of the first `fills` nothing goes. */
typedef struct exchange {
  uint32_t count, fills;
  uint32_t entering[AHEAD], leaving[AHEAD];
} exchange;

ALWAYS_INLINE void find_entries(pme__distance *e, const pme__recent_miss *misses, exchange *x) {
  page_map *map = &e->pages;
  uint32_t *entering = x->entering, *leaving = x->leaving;
  const uint32_t fills = x->fills;
  for (uint32_t i = 0; i < x->count; i++) {
    entering[i] = pages_entry(map, misses[i].line, e->options.allocator);
    if (i >= fills)
      leaving[i] = pages_entry(map, misses[i].oldest, e->options.allocator);
    if (entering[i] == NO_ENTRY || (i >= fills && leaving[i] == NO_ENTRY))
      e->status = PME_NO_MEMORY;
    else
      __builtin_prefetch(&map->rows[entering[i]], 1);
  }
}

/* The slots of what comes in, and new ones, from `newest` on, for what goes: a line may do one and then the other. */
ALWAYS_INLINE void exchange_slots(const slots *s, uint32_t *rows, const exchange *x, uint32_t newest, uint32_t *slot) {
  for (uint32_t i = 0; i < x->fills; i++)
    slot[i] = rows[x->entering[i]];
  for (uint32_t i = x->fills; i < x->count; i++, newest++) {
    slot[i] = rows[x->entering[i]];
    s->owner.entry[newest] = x->leaving[i];
    rows[x->leaving[i]] = newest;
  }
}

/* The slots are worked on as a copy, which the compiler keeps in registers; the number of levels as a constant saves
 * asking for it all the time. */
ALWAYS_INLINE void take_slots_at(slots *of, int levels, const uint32_t *slot, uint32_t count, uint64_t above,
                                 uint64_t *distances) {
  slots s = *of;
  s.levels = levels;
  for (uint32_t i = 0; i < count; i++)
    distances[i] = slot[i] == NO_SLOT ? PME_DISTANCE_INFINITE : above + i + slots_take(&s, slot[i]);
  *of = s;
}

ALWAYS_INLINE void take_slots_any(slots *s, const uint32_t *slot, uint32_t count, uint64_t above, uint64_t *distances) {
  if (s->levels == 1)
    take_slots_at(s, 1, slot, count, above, distances);
  else if (s->levels == 2)
    take_slots_at(s, 2, slot, count, above, distances);
  else
    take_slots_at(s, s->levels, slot, count, above, distances);
}

static void take_slots_plain(slots *s, const uint32_t *slot, uint32_t count, uint64_t above, uint64_t *distances) {
  take_slots_any(s, slot, count, above, distances);
}

AVX2_VARIANT static void take_slots_avx2(slots *s, const uint32_t *slot, uint32_t count, uint64_t above,
                                         uint64_t *distances) {
  take_slots_any(s, slot, count, above, distances);
}

/* Takes slots out, one after the other. `above` the first one are so many lines that are not in slots, and one more
 * above each other. */
static void take_slots(pme__distance *e, const uint32_t *slot, uint32_t count, uint64_t above, uint64_t *distances) {
  (e->has_avx2 ? take_slots_avx2 : take_slots_plain)(&e->slots, slot, count, above, distances);
}

/* At most AHEAD of them: first their entries, then what the entries point to, so that the misses of the caches of this
 * machine overlap. */
static void take_misses(pme__distance *e, const pme__recent_miss *misses, uint32_t count, uint64_t *distances) {
  uint32_t slot[AHEAD];
  uint32_t empty = PME_RECENT_LINES - e->front_count, fills = empty < count ? empty : count;
  exchange x;
  x.count = count;
  x.fills = fills;
  page_map *map = &e->pages;
  if (map->used > MANY_PAGES)
    for (uint32_t i = 0; i < count; i++)
      __builtin_prefetch(&map->entries[(uint32_t)hash_line(misses[i].line / PAGE_LINES) & (map->size - 1)]);
  find_entries(e, misses, &x);
  if (e->status || !exact_has_room(e, count)) {
    for (uint32_t i = 0; i < count; i++)
      distances[i] = PME_DISTANCE_UNKNOWN;
    return;
  }
  slots *s = &e->slots;
  fetch_owners(s, s->now + AHEAD, AHEAD);
  /* The bits of all that goes are there before the first line comes in: so many are above it too early. */
  uint32_t newest = slots_append_all(s, count - fills);
  uint64_t above = (uint64_t)e->front_count - (count - fills);
  exchange_slots(s, map->rows, &x, newest, slot);
  for (uint32_t i = 0; i < count && s->size > SLOTS_NEARBY; i++) {
    if (slot[i] == NO_SLOT)
      continue;
    __builtin_prefetch(&s->bits[slot[i] >> BLOCK_SHIFT], 1);
    __builtin_prefetch(&s->near_after[slot[i] >> BLOCK_SHIFT & ~(uint32_t)(NEAR_FANOUT - 1)], 1);
  }
  take_slots(e, slot, count, above, distances);
  e->front_count += fills;
}

pme__recent *pme__distance_recent(pme__distance *e) { return has_recent(e) ? &e->recent : NULL; }

static void start_call(pme__distance *e) {
  if (!e->is_exact)
    pme__window_start_call(e);
}

static void take_some(pme__distance *e, const pme__recent_miss *misses, uint32_t count, uint64_t *distances) {
  (e->is_exact ? take_misses : pme__window_missed)(e, misses, count, distances);
}

void pme__distance_missed_before(pme__distance *e, const pme__recent_miss *misses, size_t count, uint64_t *distances) {
  start_call(e);
  for (size_t i = 0; i < count; i += AHEAD)
    take_some(e, misses + i, count - i < AHEAD ? (uint32_t)(count - i) : AHEAD, distances + i);
}

/* Another form of the engine starts from all recent lines, so it has to wait for the last reference. */
void pme__distance_missed(pme__distance *e, const pme__recent_miss *misses, size_t count, uint64_t *distances) {
  pme__distance_missed_before(e, misses, count, distances);
  e->singly += count;
  hybrid_check(e);
}

/* ---- the end of a trace in pieces ---- */

static void finish_some(pme__distance *e, const uint64_t *lines, uint32_t count, size_t before, uint64_t *distances) {
  uint32_t entries[AHEAD], slot[AHEAD];
  for (uint32_t i = 0; i < count; i++) {
    entries[i] = pages_find(&e->pages, lines[i]);
    if (entries[i] != NO_ENTRY)
      __builtin_prefetch(&e->pages.rows[entries[i]]);
  }
  for (uint32_t i = 0; i < count; i++)
    slot[i] = entries[i] == NO_ENTRY ? NO_SLOT : e->pages.rows[entries[i]];
  take_slots(e, slot, count, before, distances);
}

void pme__exact_finish(pme__distance *e, const uint64_t *lines, size_t count, size_t before, uint64_t *distances) {
  if (!exact_has_room(e, PME_RECENT_LINES))
    return;
  flush_front(e);
  for (size_t i = 0; i < count; i += AHEAD)
    finish_some(e, lines + i, count - i < AHEAD ? (uint32_t)(count - i) : AHEAD, before + i, distances + i);
}

/* ---- references ---- */

/* References that the recent lines do not answer, and which ones of a call they are. */
typedef struct missed {
  uint32_t count;
  pme__recent_miss misses[AHEAD];
  size_t positions[AHEAD];
} missed;

static void take_missed(pme__distance *e, missed *m, uint64_t *distances) {
  uint64_t far[AHEAD];
  take_some(e, m->misses, m->count, far);
  for (; m->count > 0; m->count--)
    distances[m->positions[m->count - 1]] = far[m->count - 1];
}

ALWAYS_INLINE void run(pme__distance *e, bool has_avx2, const uint64_t *lines, size_t count, uint64_t *distances) {
  missed m;
  m.count = 0;
  for (size_t i = 0; i < count; i++) {
    pme__recent_miss *miss = &m.misses[m.count];
    uint32_t place =
        has_avx2 ? pme__recent_touch_avx2(&e->recent, lines[i], miss) : pme__recent_touch(&e->recent, lines[i], miss);
    distances[i] = place;
    if (place < PME_RECENT_LINES)
      continue;
    m.positions[m.count++] = i;
    if (m.count == AHEAD)
      take_missed(e, &m, distances);
  }
  take_missed(e, &m, distances);
}

static void run_plain(pme__distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  run(e, false, lines, count, distances);
}

AVX2_VARIANT static void run_avx2(pme__distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  run(e, true, lines, count, distances);
}

void pme__recent_run(pme__distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  start_call(e);
  if (e->has_avx2)
    run_avx2(e, lines, count, distances);
  else
    run_plain(e, lines, count, distances);
}

/* ---- references of several threads that take turns: all lines are in the slots ---- */

/* The line of the entry comes to the top, from its slot or from nowhere. */
ALWAYS_INLINE uint64_t rise(pme__distance *e, uint32_t entry) {
  slots *s = &e->slots;
  if (slots_full(s) && !pme__exact_compact(e))
    return PME_DISTANCE_UNKNOWN;
  uint32_t slot = e->pages.rows[entry];
  if (slot == NO_SLOT) {
    append_one(e, entry);
    return PME_DISTANCE_INFINITE;
  }
  if (slot + 1 == s->now)
    return 0;
  uint64_t distance = slots_after(s, slot);
  uint32_t newest = slots_renew(s, slot);
  s->owner.entry[newest] = entry;
  e->pages.rows[entry] = newest;
  return distance;
}

ALWAYS_INLINE void rise_all(pme__distance *e, const uint64_t *lines, uint32_t count, uint64_t *distances) {
  uint32_t entries[AHEAD];
  for (uint32_t i = 0; i < count; i++) {
    entries[i] = pages_entry(&e->pages, lines[i], e->options.allocator);
    if (entries[i] == NO_ENTRY)
      e->status = PME_NO_MEMORY;
    else
      __builtin_prefetch(&e->pages.rows[entries[i]], 1);
  }
  for (uint32_t i = 0; i < count; i++)
    distances[i] = e->status ? PME_DISTANCE_UNKNOWN : rise(e, entries[i]);
}

ALWAYS_INLINE void run_turns(pme__distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  for (size_t i = 0; i < count; i += AHEAD)
    rise_all(e, lines + i, count - i < AHEAD ? (uint32_t)(count - i) : AHEAD, distances + i);
}

static void turns_plain(pme__distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  run_turns(e, lines, count, distances);
}

AVX2_VARIANT static void turns_avx2(pme__distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  run_turns(e, lines, count, distances);
}

/* ---- life ---- */

pme_status pme__exact_open(pme__distance *e) {
  if (e->options.takes_turns)
    e->run = e->has_avx2 ? turns_avx2 : turns_plain;
  else
    e->run = pme__recent_run;
  e->is_exact = true;
  if (!pme__pages_open(&e->pages, e->options.allocator) ||
      pme__slots_open(&e->slots, e->options.first_slots, sizeof(uint32_t), e->options.allocator))
    return PME_NO_MEMORY;
  pme__pages_reset(&e->pages);
  if (e->options.takes_turns)
    e->slots.most_open = TURNS_BLOCKS;
  return PME_OK;
}

void pme__exact_forget(pme__distance *e) {
  pme__pages_reset(&e->pages);
  pme__slots_reset(&e->slots, 0);
}

void pme__exact_close(pme__distance *e) {
  const pme_allocator *allocator = e->options.allocator;
  pme__pages_close(&e->pages, allocator);
  pme__slots_close(&e->slots, allocator);
}
