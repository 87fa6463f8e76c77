#include "block_window.h"

#include <string.h>

#include "analysis/reuse/distance.h"
#include "pmecache/arena.h"

enum { FIRST_SIZE = 256 };

/* The lines that were met on the way back; open addressing, emptied for every reference. */
typedef struct line_set {
  uint64_t *keys; /* line + 1 */
  size_t size, count;
} line_set;

static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
  return x ^ x >> 32;
}

static void put(line_set *set, uint64_t key) {
  size_t i = mix(key) & (set->size - 1);
  while (set->keys[i] && set->keys[i] != key)
    i = (i + 1) & (set->size - 1);
  set->count += set->keys[i] == 0;
  set->keys[i] = key;
}

static pme_status grow(line_set *set) {
  line_set old = *set;
  size_t size = old.size ? 2 * old.size : FIRST_SIZE;
  uint64_t *keys = (uint64_t *)pme_reallocate(NULL, sizeof(uint64_t) * size);
  if (!keys)
    return PME_NO_MEMORY;
  memset(keys, 0, sizeof(uint64_t) * size);
  *set = (line_set){keys, size, 0};
  for (size_t i = 0; i < old.size; i++)
    if (old.keys[i])
      put(set, old.keys[i]);
  pme_reallocate(old.keys, 0);
  return PME_OK;
}

static pme_status look_back(const uint64_t *lines, size_t at, line_set *set, uint64_t *distance) {
  if (set->keys)
    memset(set->keys, 0, sizeof(uint64_t) * set->size);
  set->count = 0;
  for (size_t i = at; i-- > 0;) {
    if (lines[i] == lines[at]) {
      *distance = set->count;
      return PME_OK;
    }
    if (2 * set->count >= set->size && grow(set))
      return PME_NO_MEMORY;
    put(set, lines[i] + 1);
  }
  *distance = PME_DISTANCE_INFINITE;
  return PME_OK;
}

static uint64_t next_random(uint64_t *state) {
  *state += UINT64_C(0x9e3779b97f4a7c15);
  return mix(mix(*state));
}

/* Reservoir sampling: each execution of the block is kept with the same probability. Of `chosen` there is room for
 * `room`. */
static size_t draw(const pme__window_trace *trace, pme__block_sample sample, size_t *chosen, size_t room) {
  size_t seen = 0;
  for (size_t i = 0; i < trace->window_count; i++) {
    if (trace->windows[i].block != sample.block)
      continue;
    size_t at = seen < room ? seen : (size_t)(next_random(&sample.seed) % (seen + 1));
    if (at < room)
      chosen[at] = i;
    seen++;
  }
  return seen;
}

static pme_status measure(const uint64_t *lines, const pme__block_window *w, line_set *set, pme_histogram *histogram) {
  pme_status status = PME_OK;
  for (size_t i = 0; i < w->count && !status; i++) {
    uint64_t distance;
    status = look_back(lines, w->start + i, set, &distance);
    if (!status)
      status = pme_histogram_add(histogram, distance, 1, UINT64_MAX, NULL);
  }
  return status;
}

pme_status pme__block_window_profile(const pme__window_trace *trace, pme__block_sample sample, pme_histogram *histogram,
                                     size_t *seen) {
  line_set set = {.keys = NULL};
  size_t room = sample.size < trace->window_count ? sample.size : trace->window_count;
  size_t *chosen = (size_t *)pme_reallocate(NULL, sizeof(size_t) * (room + 1));
  if (!chosen)
    return PME_NO_MEMORY;
  size_t count = draw(trace, sample, chosen, room);
  pme_status status = PME_OK;
  for (size_t i = 0; i < count && i < room && !status; i++)
    status = measure(trace->lines, &trace->windows[chosen[i]], &set, histogram);
  pme_reallocate(set.keys, 0);
  pme_reallocate(chosen, 0);
  *seen = count;
  return status;
}
