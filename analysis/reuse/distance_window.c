/* The bounded engine, and the hybrid one that follows a sample beyond the window
 * (docs/model/profiles.md 2.3 to 2.5). */
#include <string.h>

#include "distance_internal.h"

/* ---- the map ---- */

static size_t map_bytes(uint32_t size) { return sizeof(line_entry) * (size_t)size; }

static uint32_t tag_of(uint64_t hash) { return (uint32_t)(hash >> 32) | 1; }

/* The entry of a line, or the empty one where it belongs. */
ALWAYS_INLINE uint32_t map_probe(const pme__distance *e, uint64_t line, uint64_t hash) {
  const line_entry *entries = e->lines.entries;
  uint32_t mask = e->lines.size - 1, tag = tag_of(hash), i = (uint32_t)hash & mask;
  while (entries[i].tag && (entries[i].tag != tag || e->slots.owner.line[entries[i].slot] != line))
    i = (i + 1) & mask;
  return i;
}

/* Into a map that does not have the line. */
static void map_insert(line_map *map, uint64_t line, uint32_t slot) {
  uint64_t hash = hash_line(line);
  uint32_t mask = map->size - 1, i = (uint32_t)hash & mask;
  while (map->entries[i].tag)
    i = (i + 1) & mask;
  map->entries[i] = (line_entry){tag_of(hash), slot};
  map->used++;
}

/* ---- the sample ---- */

static bool in_sample(const pme__distance *e, uint64_t line) { return hash_line(line) < e->threshold; }

static uint32_t sample_size(const pme__distance *e) { return (uint32_t)e->slots.live - e->window_live; }

/* Bisection on the threshold: hashes spread evenly, so the share of lines kept is about the share of the threshold. */
static uint64_t lower_threshold(const pme__distance *e, uint32_t keep) {
  return (uint64_t)((double)e->threshold * keep / sample_size(e));
}

/* Takes lines out of the sample, those with the largest hashes, until an eighth of its room is free. */
static __attribute__((noinline)) void shrink_sample(pme__distance *e) {
  slots *s = &e->slots;
  uint32_t keep = e->options.sample_lines - e->options.sample_lines / 8;
  while (sample_size(e) > keep) {
    e->threshold = lower_threshold(e, keep);
    for (uint32_t w = 0; w * 64 < e->low; w++)
      for (uint64_t word = s->bits[w]; word; word &= word - 1) {
        uint32_t i = w * 64 + (uint32_t)__builtin_ctzll(word);
        if (i < e->low && !in_sample(e, s->owner.line[i]))
          slots_remove(s, i);
      }
  }
}

/* ---- the window ---- */

/* Clears the bit of a line that leaves the window. Only lines of the sample are older and want to know, so the tree is
 * told once for each block. */
ALWAYS_INLINE void forget_oldest(pme__distance *e, uint32_t oldest) {
  slots *s = &e->slots;
  uint32_t block = oldest >> BLOCK_SHIFT;
  if (block >= s->closed) {
    slots_remove(s, oldest);
    return;
  }
  if (block != e->low_block) {
    if (e->low_pending)
      tree_add(s, e->low_block, 0 - e->low_pending);
    e->low_block = block;
    e->low_pending = 0;
  }
  s->bits[oldest >> 6] &= ~(UINT64_C(1) << (oldest & 63));
  s->live--;
  e->low_pending++;
}

/* The oldest line of the window leaves it. */
ALWAYS_INLINE void leave_window(pme__distance *e) {
  slots *s = &e->slots;
  uint32_t w = e->low >> 6;
  uint64_t word = s->bits[w] & (~UINT64_C(0) << (e->low & 63));
  while (!word)
    word = s->bits[++w];
  uint32_t oldest = w * 64 + (uint32_t)__builtin_ctzll(word);
  if (!in_sample(e, s->owner.line[oldest]))
    forget_oldest(e, oldest);
  e->low = oldest + 1;
  e->window_live--;
}

/* Renumbers the slots and forgets what the map need not know. */
static __attribute__((noinline)) void compact(pme__distance *e) {
  slots *s = &e->slots;
  if (sample_size(e) > 2 * e->options.sample_lines)
    shrink_sample(e); /* a very long call */
  uint32_t next = 0, window_start = sample_size(e);
  memset(e->lines.entries, 0, map_bytes(e->lines.size));
  e->lines.used = 0;
  for (uint32_t w = 0; w < s->size / 64; w++)
    for (uint64_t word = s->bits[w]; word; word &= word - 1) {
      uint64_t line = s->owner.line[w * 64 + (uint32_t)__builtin_ctzll(word)];
      map_insert(&e->lines, line, next);
      s->owner.line[next++] = line;
    }
  e->low = window_start;
  e->low_block = e->low_pending = 0;
  pme__slots_reset(s, next);
}

/* ---- one reference ---- */

/* Distance of a line at `slot`, or of one that is not remembered. */
ALWAYS_INLINE uint64_t distance_of(const pme__distance *e, uint32_t slot, uint64_t hash) {
  if (slot == NO_SLOT)
    return e->options.mode == PME_DISTANCE_HYBRID && hash < e->threshold ? PME_DISTANCE_INFINITE : PME_DISTANCE_UNKNOWN;
  uint64_t after = slots_after(&e->slots, slot);
  if (slot >= e->low)
    return e->front_count + after;
  if (slot >> BLOCK_SHIFT < e->low_block)
    after -= e->low_pending;
  uint64_t window = (uint64_t)e->front_count + e->window_live;
  return window + (uint64_t)((double)(after - e->window_live) * e->weight);
}

/* The oldest of the recent lines is the newest of the slots now. Its entry may still be there, from the slot before. */
ALWAYS_INLINE void leave_recent(pme__distance *e, uint64_t line, uint64_t hash) {
  uint32_t newest = slots_append(&e->slots), entry = map_probe(e, line, hash);
  e->slots.owner.line[newest] = line;
  e->lines.used += e->lines.entries[entry].tag == 0;
  e->lines.entries[entry] = (line_entry){tag_of(hash), newest};
  if (++e->window_live + PME_RECENT_LINES > e->options.window_lines)
    leave_window(e);
}

ALWAYS_INLINE uint64_t step(pme__distance *e, const pme__recent_miss *miss, uint64_t hash, uint64_t hash_of_oldest) {
  slots *s = &e->slots;
  if (slots_full(s) || e->lines.used > e->lines.size / 2)
    compact(e);
  const line_entry *found = &e->lines.entries[map_probe(e, miss->line, hash)];
  uint32_t slot = found->tag && slots_test(s, found->slot) ? found->slot : NO_SLOT;
  uint64_t distance = distance_of(e, slot, hash);
  if (slot != NO_SLOT) {
    e->window_live -= slot >= e->low;
    slots_remove(s, slot);
  }
  if (miss->oldest == PME_RECENT_NONE)
    e->front_count++;
  else
    leave_recent(e, miss->oldest, hash_of_oldest);
  return distance;
}

void pme__window_start_call(pme__distance *e) {
  if (sample_size(e) > e->options.sample_lines)
    shrink_sample(e);
  e->weight = e->options.mode == PME_DISTANCE_HYBRID ? 0x1p64 / (double)e->threshold : 1;
}

/* Entries are fetched before they are needed. */
ALWAYS_INLINE uint64_t fetch_entry(const pme__distance *e, uint64_t line) {
  uint64_t hash = hash_line(line);
  __builtin_prefetch(&e->lines.entries[(uint32_t)hash & (e->lines.size - 1)], 1);
  return hash;
}

ALWAYS_INLINE void take_misses(pme__distance *e, const pme__recent_miss *misses, uint32_t count, uint64_t *distances) {
  uint64_t hashes[MISSES_AHEAD], oldest[MISSES_AHEAD];
  for (uint32_t i = 0; i < count; i++) {
    hashes[i] = fetch_entry(e, misses[i].line);
    oldest[i] = fetch_entry(e, misses[i].oldest);
  }
  for (uint32_t i = 0; i < count; i++)
    distances[i] = step(e, &misses[i], hashes[i], oldest[i]);
}

static void take_plain(pme__distance *e, const pme__recent_miss *misses, uint32_t count, uint64_t *distances) {
  take_misses(e, misses, count, distances);
}

AVX2_VARIANT static void take_avx2(pme__distance *e, const pme__recent_miss *misses, uint32_t count,
                                   uint64_t *distances) {
  take_misses(e, misses, count, distances);
}

void pme__window_missed(pme__distance *e, const pme__recent_miss *misses, uint32_t count, uint64_t *distances) {
  (e->has_avx2 ? take_avx2 : take_plain)(e, misses, count, distances);
}

/* ---- gaps ---- */

/* Of the window only the lines of the sample stay; compact counts the slots anew. */
void pme__window_start_gap(pme__distance *e) {
  slots *s = &e->slots;
  if (s->size - s->now < PME_RECENT_LINES)
    compact(e);
  for (uint32_t i = e->front_count; i-- > 0;)
    leave_recent(e, e->recent.lines[i], hash_line(e->recent.lines[i]));
  pme__front_clear(e);
  for (uint32_t i = e->low; i < s->now; i++)
    if (slots_test(s, i) && !in_sample(e, s->owner.line[i])) {
      s->bits[i >> 6] &= ~(UINT64_C(1) << (i & 63));
      s->live--;
    }
  e->window_live = 0;
  e->low = s->now;
  compact(e);
}

/* No window comes between: all slots are of the sample. */
ALWAYS_INLINE uint64_t step_in_gap(pme__distance *e, uint64_t line, uint64_t hash) {
  slots *s = &e->slots;
  if (slots_full(s) || e->lines.used > e->lines.size / 2)
    compact(e);
  line_entry *entry = &e->lines.entries[map_probe(e, line, hash)];
  uint64_t distance = PME_DISTANCE_INFINITE;
  if (entry->tag && slots_test(s, entry->slot)) {
    distance = (uint64_t)((double)slots_after(s, entry->slot) * e->weight);
    slots_remove(s, entry->slot);
  }
  e->lines.used += entry->tag == 0;
  *entry = (line_entry){tag_of(hash), slots_append(s)};
  s->owner.line[entry->slot] = line;
  e->low = s->now;
  return distance;
}

void pme__distance_sampled(pme__distance *e, const uint64_t *lines, uint32_t count, uint64_t *distances) {
  pme__window_start_call(e);
  for (uint32_t i = 0; i < count; i++) {
    uint64_t hash = fetch_entry(e, lines[i]);
    distances[i] = hash < e->threshold ? step_in_gap(e, lines[i], hash) : PME_DISTANCE_UNKNOWN;
  }
}

static void mark_plain(uint64_t threshold, const uint64_t *words, size_t count, uint8_t *marks) {
  for (size_t w = 0; w < count; w += 8) {
    unsigned bits = 0;
    for (size_t i = 0; i < 8 && w + i < count; i++)
      bits |= (unsigned)(hash_line(words[w + i] / 64) < threshold) << i;
    *marks++ = (uint8_t)bits;
  }
}

#if PME_HAVE_AVX2_VARIANT
/* hash_line's step: products of 64 bits are made of those of 32, without the one that does not reach the lower half. */
AVX2_VARIANT static inline __m256i hash_step(__m256i x) {
  const __m256i factor = _mm256_set1_epi64x((long long)HASH_FACTOR), turned = _mm256_shuffle_epi32(factor, 0xb1);
  x = _mm256_xor_si256(x, _mm256_srli_epi64(x, 32));
  __m256i cross = _mm256_mullo_epi32(x, turned), upper = _mm256_add_epi32(cross, _mm256_slli_epi64(cross, 32));
  __m256i odd = _mm256_blend_epi32(_mm256_setzero_si256(), upper, 0xaa);
  return _mm256_add_epi64(_mm256_mul_epu32(x, factor), odd);
}

AVX2_VARIANT static inline unsigned mark_four(__m256i below, const uint64_t *words) {
  __m256i x = _mm256_srli_epi64(_mm256_loadu_si256((const __m256i *)words), 6);
  x = hash_step(hash_step(x));
  x = _mm256_xor_si256(x, _mm256_srli_epi64(x, 32));
  x = _mm256_xor_si256(x, _mm256_set1_epi64x(INT64_MIN)); /* there is no comparison without sign */
  return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpgt_epi64(below, x)));
}

AVX2_VARIANT static size_t mark_avx2(uint64_t threshold, const uint64_t *words, size_t count, uint8_t *marks) {
  const __m256i below = _mm256_set1_epi64x((long long)(threshold ^ UINT64_C(1) << 63));
  size_t w = 0;
  for (; w + 8 <= count; w += 8)
    marks[w / 8] = (uint8_t)(mark_four(below, words + w) | mark_four(below, words + w + 4) << 4);
  return w;
}
#else
static size_t mark_avx2(uint64_t threshold, const uint64_t *words, size_t count, uint8_t *marks) {
  (void)threshold, (void)words, (void)count, (void)marks;
  return 0;
}
#endif

void pme__distance_mark_sampled(const pme__distance *e, const uint64_t *addresses, size_t count, uint8_t *marks) {
  size_t done = e->has_avx2 ? mark_avx2(e->threshold, addresses, count, marks) : 0;
  mark_plain(e->threshold, addresses + done, count - done, marks + done / 8);
}

/* ---- life ---- */

static void reset(pme__distance *e) {
  memset(e->lines.entries, 0, map_bytes(e->lines.size));
  e->lines.used = 0;
  e->low = e->window_live = e->low_block = e->low_pending = 0;
  e->threshold = e->options.mode == PME_DISTANCE_HYBRID ? UINT64_MAX : 0;
}

/* After a compaction at least a third of the slots is free, also when a long call has let the sample grow. More would
 * be renumbered less often, but leave the caches of this machine. */
static uint32_t slots_needed(const pme__distance_options *o) {
  uint64_t live = (uint64_t)o->window_lines + 2 * (uint64_t)o->sample_lines, need = 8 * (uint64_t)o->window_lines;
  if (need < live + live / 2)
    need = live + live / 2;
  uint32_t size = 1024;
  while (size < need)
    size *= 2;
  return o->mode == PME_DISTANCE_HYBRID || size > o->first_slots ? size : o->first_slots;
}

pme_status pme__window_open(pme__distance *e) {
  const pme_allocator *allocator = e->options.allocator;
  uint32_t size = slots_needed(&e->options);
  e->run = pme__recent_run;
  e->is_exact = false;
  e->lines.size = 2 * size;
  e->lines.entries = (line_entry *)pme_allocator_reallocate(allocator, NULL, 0, map_bytes(e->lines.size));
  if (!e->lines.entries || pme__slots_open(&e->slots, size, sizeof(uint64_t), allocator))
    return PME_NO_MEMORY;
  reset(e);
  return PME_OK;
}

void pme__window_forget(pme__distance *e) {
  reset(e);
  pme__slots_reset(&e->slots, 0);
}

void pme__window_close(pme__distance *e) {
  const pme_allocator *allocator = e->options.allocator;
  if (e->lines.entries)
    pme_allocator_reallocate(allocator, e->lines.entries, map_bytes(e->lines.size), 0);
  pme__slots_close(&e->slots, allocator);
}
