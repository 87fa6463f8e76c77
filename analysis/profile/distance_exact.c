/* The exact engine: every line is remembered. Spec 2.2. */
#include "distance_pages.h"

enum { AHEAD = 64, MANY_PAGES = 2048 };

/* ---- compaction ---- */

/* Twice the room when the slots would soon be full again. */
bool pme__exact_compact(pme_distance *e) {
  slots *s = &e->slots;
  uint32_t next = 0;
  for (uint32_t w = 0; w < s->size / 64; w++)
    for (uint64_t word = s->bits[w]; word; word &= word - 1) {
      uint32_t entry = s->owner.entry[w * 64 + (uint32_t)__builtin_ctzll(word)];
      s->owner.entry[next] = entry;
      e->pages.rows[entry] = next++;
    }
  if (next > s->size / 8 * 3 && (s->size > UINT32_MAX / 4 || pme__slots_resize(s, s->size * 2, e->options.allocator))) {
    e->status = PME_NO_MEMORY;
    return false;
  }
  pme__slots_reset(s, next);
  return true;
}

/* ---- one reference ---- */

/* The distance of a line that is not in the front, whose entry is known. */
ALWAYS_INLINE uint64_t step(pme_distance *e, uint64_t line, uint32_t entry) {
  slots *s = &e->slots;
  uint64_t distance = PME_DISTANCE_INFINITE;
  uint32_t slot = e->pages.rows[entry];
  if (slot != NO_SLOT) {
    distance = e->front_count + slots_after(s, slot);
    slots_remove(s, slot);
  }
  if (e->front_count == FRONT_LINES) {
    uint32_t oldest = e->front_entry[FRONT_LINES - 1];
    uint32_t newest = slots_append(s);
    s->owner.entry[newest] = oldest;
    e->pages.rows[oldest] = newest;
  } else {
    e->front_count++;
  }
  e->front_line[e->front_count - 1] = line;
  e->front_entry[e->front_count - 1] = entry;
  front_rise(e, e->front_count - 1);
  return distance;
}

/* `entry` is that of the line, when `staged`. */
ALWAYS_INLINE uint64_t reference(pme_distance *e, uint64_t line, bool staged, uint32_t entry) {
  uint32_t i = front_find(e, line);
  if (i < FRONT_LINES) {
    front_rise(e, i);
    return i;
  }
  if (slots_full(&e->slots) && !pme__exact_compact(e))
    return PME_DISTANCE_UNKNOWN;
  if (!staged)
    entry = pages_entry(&e->pages, line, e->options.allocator);
  if (entry == UINT32_MAX) {
    e->status = PME_NO_MEMORY;
    return PME_DISTANCE_UNKNOWN;
  }
  return step(e, line, entry);
}

/* AHEAD references at a time: first their entries, then what the entries point to, so that the misses of the caches of
 * this machine overlap. Worth it only when the map does not fit them. */
ALWAYS_INLINE void run_staged(pme_distance *e, const uint64_t *lines, uint32_t count, uint64_t *distances) {
  uint32_t entries[AHEAD];
  for (uint32_t i = 0; i < count; i++)
    __builtin_prefetch(&e->pages.entries[(uint32_t)hash_line(lines[i] / PAGE_LINES) & (e->pages.size - 1)]);
  for (uint32_t i = 0; i < count; i++) {
    entries[i] = pages_entry(&e->pages, lines[i], e->options.allocator);
    if (entries[i] != UINT32_MAX)
      __builtin_prefetch(&e->pages.rows[entries[i]], 1);
  }
  for (uint32_t i = 0; i < count; i++) {
    uint32_t slot = entries[i] == UINT32_MAX ? NO_SLOT : e->pages.rows[entries[i]];
    if (slot == NO_SLOT)
      continue;
    __builtin_prefetch(&e->slots.bits[slot >> 6 & ~(uint32_t)(BLOCK_WORDS - 1)], 1);
    __builtin_prefetch(&e->slots.near_after[slot >> BLOCK_SHIFT & ~(uint32_t)(NEAR_FANOUT - 1)], 1);
  }
  for (uint32_t i = 0; i < count; i++)
    distances[i] = e->status ? PME_DISTANCE_UNKNOWN : reference(e, lines[i], true, entries[i]);
}

ALWAYS_INLINE void run(pme_distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  size_t i = 0;
  for (; i + AHEAD <= count && e->pages.used > MANY_PAGES; i += AHEAD)
    run_staged(e, lines + i, AHEAD, distances + i);
  for (; i < count; i++)
    distances[i] = e->status ? PME_DISTANCE_UNKNOWN : reference(e, lines[i], false, 0);
}

static void run_plain(pme_distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  run(e, lines, count, distances);
}

POPCNT_VARIANT static void run_popcnt(pme_distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  run(e, lines, count, distances);
}

void pme__exact_run(pme_distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  if (e->has_popcnt)
    run_popcnt(e, lines, count, distances);
  else
    run_plain(e, lines, count, distances);
}

/* ---- life ---- */

pme_status pme__exact_open(pme_distance *e) {
  e->run = e->has_popcnt ? run_popcnt : run_plain;
  e->is_exact = true;
  if (!pme__pages_open(&e->pages, e->options.allocator) ||
      pme__slots_open(&e->slots, e->options.first_slots, sizeof(uint32_t), e->options.allocator))
    return PME_NO_MEMORY;
  pme__pages_reset(&e->pages);
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
