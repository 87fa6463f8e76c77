/* The exact engine: every line is remembered. Spec 2.2. */
#include "distance_pages.h"

enum { AHEAD = 64, MANY_PAGES = 2048, MANY_SLOTS = 1 << 18, SLOTS_NEARBY = 1 << 18 };

/* ---- compaction ---- */

/* Twice the room when the slots would soon be full again; large tables are rather filled than missed in the caches. */
bool pme__exact_compact(pme_distance *e) {
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

/* `entering` comes in from the slots, or is new; `leaving` goes there, NO_ENTRY: nothing has to go. All are entries. */
ALWAYS_INLINE uint64_t step(slots *s, uint32_t *rows, uint32_t *front_count, uint32_t entering, uint32_t leaving) {
  uint64_t distance = PME_DISTANCE_INFINITE;
  uint32_t slot = rows[entering];
  if (slot != NO_SLOT)
    distance = *front_count + slots_take(s, slot);
  if (leaving == NO_ENTRY) {
    ++*front_count;
    return distance;
  }
  uint32_t newest = slots_append(s);
  s->owner.entry[newest] = leaving;
  rows[leaving] = newest;
  return distance;
}

ALWAYS_INLINE void find_entries(pme_distance *e, const pme_recent_miss *misses, uint32_t count, uint32_t *entering,
                                uint32_t *leaving) {
  page_map *map = &e->pages;
  for (uint32_t i = 0; i < count; i++) {
    bool fills = misses[i].oldest == PME_RECENT_NONE;
    entering[i] = pages_entry(map, misses[i].line, e->options.allocator);
    leaving[i] = fills ? NO_ENTRY : pages_entry(map, misses[i].oldest, e->options.allocator);
    if (entering[i] == NO_ENTRY || (leaving[i] == NO_ENTRY && !fills))
      e->status = PME_NO_MEMORY;
    else
      __builtin_prefetch(&map->rows[entering[i]], 1);
  }
}

/* At most AHEAD of them: first their entries, then what the entries point to, so that the misses of the caches of this
 * machine overlap. The slots are worked on as a copy, which the compiler keeps in registers. */
ALWAYS_INLINE void take_misses(pme_distance *e, const pme_recent_miss *misses, uint32_t count, uint64_t *distances) {
  uint32_t entering[AHEAD], leaving[AHEAD];
  page_map *map = &e->pages;
  if (map->used > MANY_PAGES)
    for (uint32_t i = 0; i < count; i++)
      __builtin_prefetch(&map->entries[(uint32_t)hash_line(misses[i].line / PAGE_LINES) & (map->size - 1)]);
  find_entries(e, misses, count, entering, leaving);
  if (e->status || !exact_has_room(e, count)) {
    for (uint32_t i = 0; i < count; i++)
      distances[i] = PME_DISTANCE_UNKNOWN;
    return;
  }
  slots s = e->slots;
  uint32_t front_count = e->front_count, *rows = map->rows;
  fetch_owners(&s, s.now + AHEAD, AHEAD);
  for (uint32_t i = 0; i < count && s.size > SLOTS_NEARBY; i++) {
    uint32_t slot = rows[entering[i]];
    if (slot == NO_SLOT)
      continue;
    __builtin_prefetch(&s.bits[slot >> BLOCK_SHIFT], 1);
    __builtin_prefetch(&s.near_after[slot >> BLOCK_SHIFT & ~(uint32_t)(NEAR_FANOUT - 1)], 1);
  }
  for (uint32_t i = 0; i < count; i++)
    distances[i] = step(&s, rows, &front_count, entering[i], leaving[i]);
  e->slots = s;
  e->front_count = front_count;
}

ALWAYS_INLINE void take_all_misses(pme_distance *e, const pme_recent_miss *misses, size_t count, uint64_t *distances) {
  for (size_t i = 0; i < count; i += AHEAD)
    take_misses(e, misses + i, count - i < AHEAD ? (uint32_t)(count - i) : AHEAD, distances + i);
}

static void misses_plain(pme_distance *e, const pme_recent_miss *misses, size_t count, uint64_t *distances) {
  take_all_misses(e, misses, count, distances);
}

AVX2_VARIANT static void misses_avx2(pme_distance *e, const pme_recent_miss *misses, size_t count,
                                     uint64_t *distances) {
  take_all_misses(e, misses, count, distances);
}

pme_recent *pme_distance_recent(pme_distance *e) { return has_recent(e) ? &e->recent : NULL; }

void pme_distance_missed_before(pme_distance *e, const pme_recent_miss *misses, size_t count, uint64_t *distances) {
  if (e->has_avx2)
    misses_avx2(e, misses, count, distances);
  else
    misses_plain(e, misses, count, distances);
}

/* Another form of the engine starts from all recent lines, so it has to wait for the last reference. */
void pme_distance_missed(pme_distance *e, const pme_recent_miss *misses, size_t count, uint64_t *distances) {
  pme_distance_missed_before(e, misses, count, distances);
  e->singly += count;
  hybrid_check(e);
}

/* ---- the end of a trace in pieces ---- */

ALWAYS_INLINE void finish_some(pme_distance *e, const uint64_t *lines, uint32_t count, size_t before,
                               uint64_t *distances) {
  uint32_t entries[AHEAD];
  for (uint32_t i = 0; i < count; i++) {
    entries[i] = pages_find(&e->pages, lines[i]);
    if (entries[i] != NO_ENTRY)
      __builtin_prefetch(&e->pages.rows[entries[i]]);
  }
  for (uint32_t i = 0; i < count; i++) {
    uint32_t slot = entries[i] == NO_ENTRY ? NO_SLOT : e->pages.rows[entries[i]];
    distances[i] = PME_DISTANCE_INFINITE;
    if (slot == NO_SLOT)
      continue;
    distances[i] = slots_take(&e->slots, slot) + before + i;
  }
}

ALWAYS_INLINE void finish(pme_distance *e, const uint64_t *lines, size_t count, size_t before, uint64_t *distances) {
  if (!exact_has_room(e, FRONT_LINES))
    return;
  flush_front(e);
  for (size_t i = 0; i < count; i += AHEAD)
    finish_some(e, lines + i, count - i < AHEAD ? (uint32_t)(count - i) : AHEAD, before + i, distances + i);
}

static void finish_plain(pme_distance *e, const uint64_t *lines, size_t count, size_t before, uint64_t *distances) {
  finish(e, lines, count, before, distances);
}

AVX2_VARIANT static void finish_avx2(pme_distance *e, const uint64_t *lines, size_t count, size_t before,
                                     uint64_t *distances) {
  finish(e, lines, count, before, distances);
}

void pme__exact_finish(pme_distance *e, const uint64_t *lines, size_t count, size_t before, uint64_t *distances) {
  if (e->has_avx2)
    finish_avx2(e, lines, count, before, distances);
  else
    finish_plain(e, lines, count, before, distances);
}

/* ---- references ---- */

ALWAYS_INLINE void run(pme_distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  pme_recent_miss misses[AHEAD];
  size_t position[AHEAD];
  uint64_t far[AHEAD];
  uint32_t missed = 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t place = pme_recent_touch(&e->recent, lines[i], &misses[missed]);
    distances[i] = place;
    if (place < PME_RECENT_LINES)
      continue;
    position[missed++] = i;
    if (missed == AHEAD) {
      take_misses(e, misses, missed, far);
      for (; missed > 0; missed--)
        distances[position[missed - 1]] = far[missed - 1];
    }
  }
  take_misses(e, misses, missed, far);
  for (; missed > 0; missed--)
    distances[position[missed - 1]] = far[missed - 1];
}

static void run_plain(pme_distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  run(e, lines, count, distances);
}

AVX2_VARIANT static void run_avx2(pme_distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  run(e, lines, count, distances);
}

void pme__exact_run(pme_distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  if (e->has_avx2)
    run_avx2(e, lines, count, distances);
  else
    run_plain(e, lines, count, distances);
}

/* ---- references of several threads that take turns: all lines are in the slots ---- */

/* The line of the entry comes to the top, from its slot or from nowhere. */
ALWAYS_INLINE uint64_t rise(pme_distance *e, uint32_t entry) {
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

ALWAYS_INLINE void rise_all(pme_distance *e, const uint64_t *lines, uint32_t count, uint64_t *distances) {
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

ALWAYS_INLINE void run_turns(pme_distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  for (size_t i = 0; i < count; i += AHEAD)
    rise_all(e, lines + i, count - i < AHEAD ? (uint32_t)(count - i) : AHEAD, distances + i);
}

static void turns_plain(pme_distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  run_turns(e, lines, count, distances);
}

AVX2_VARIANT static void turns_avx2(pme_distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  run_turns(e, lines, count, distances);
}

/* ---- life ---- */

pme_status pme__exact_open(pme_distance *e) {
  if (e->options.takes_turns)
    e->run = e->has_avx2 ? turns_avx2 : turns_plain;
  else
    e->run = e->has_avx2 ? run_avx2 : run_plain;
  e->is_exact = true;
  if (!pme__pages_open(&e->pages, e->options.allocator) ||
      pme__slots_open(&e->slots, e->options.first_slots, sizeof(uint32_t), e->options.allocator))
    return PME_NO_MEMORY;
  pme__pages_reset(&e->pages);
  if (e->options.takes_turns)
    e->slots.most_open = TURNS_BLOCKS;
  return PME_OK;
}

void pme__exact_forget(pme_distance *e) {
  pme__pages_reset(&e->pages);
  pme__slots_reset(&e->slots, 0);
}

void pme__exact_close(pme_distance *e) {
  const pme_allocator *allocator = e->options.allocator;
  pme__pages_close(&e->pages, allocator);
  pme__slots_close(&e->slots, allocator);
}
