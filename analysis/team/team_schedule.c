/* Ranges of iterations by the rules of OpenMP schedules: balanced, in chunks, dynamic, guided. */
#include "team_schedule.h"

enum { MOST_CHUNKS = 1 << 26 };

pme_schedule_kind pme__team_schedule_clause(pme__team_schedule_kind kind) {
  return kind < PME_TEAM_DYNAMIC    ? PME_SCHEDULE_STATIC
         : kind == PME_TEAM_DYNAMIC ? PME_SCHEDULE_DYNAMIC
                                    : PME_SCHEDULE_GUIDED;
}

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

bool pme__team_schedule_range(const pme__team_schedule *schedule, uint32_t thread, uint64_t nth, pme__range *out) {
  uint64_t n = schedule->iterations, threads = schedule->threads, q = n / threads, r = n % threads, first, count;
  if (schedule->kind == PME_TEAM_CHUNKED && schedule->chunk) {
    uint64_t number = nth * threads + thread;
    if (number > n / schedule->chunk)
      return false;
    first = number * schedule->chunk;
    count = schedule->chunk;
  } else if (nth > 0) {
    return false;
  } else if (schedule->kind == PME_TEAM_GREEDY) {
    count = q + (r > 0);
    first = thread * count;
  } else {
    count = q + (thread < r);
    first = thread * q + least(thread, r);
  }
  if (first >= n || count == 0)
    return false;
  *out = (pme__range){first, least(n, first + count)};
  return true;
}

/* ---- dynamic and guided ---- */

static uint64_t next_chunk(const pme__team_schedule *schedule, uint64_t left) {
  uint64_t chunk = schedule->chunk ? schedule->chunk : 1, threads = schedule->threads, guided = chunk;
  if (schedule->kind == PME_TEAM_GUIDED_GOMP)
    guided = (left + threads - 1) / threads;
  else if (schedule->kind == PME_TEAM_GUIDED_OMP && left >= 2 * threads * (chunk + 1))
    guided = left / (2 * threads);
  return least(left, guided > chunk ? guided : chunk);
}

typedef struct busy_thread {
  uint64_t until; /* references made */
  uint32_t thread;
} busy_thread;

/* The first of a heap has become busier. */
static void sift_down(busy_thread *heap, uint32_t count) {
  for (uint32_t at = 0;;) {
    uint32_t first = at;
    for (uint32_t child = 2 * at + 1; child <= 2 * at + 2 && child < count; child++)
      if (heap[child].until < heap[first].until ||
          (heap[child].until == heap[first].until && heap[child].thread < heap[first].thread))
        first = child;
    if (first == at)
      return;
    busy_thread swap = heap[at];
    heap[at] = heap[first];
    heap[first] = swap;
    at = first;
  }
}

/* Who takes each chunk. Ranges are kept where there is room for them; all is counted. */
static uint64_t run_queue(const pme__team_schedule *schedule, pme__iteration_length length, void *context,
                          busy_thread *heap, pme__team_ranges *ranges) {
  uint64_t chunks = 0;
  for (uint32_t t = 0; t < schedule->threads; t++) {
    heap[t] = (busy_thread){0, t};
    ranges->count[t] = 0;
  }
  for (uint64_t first = 0, size; first < schedule->iterations && chunks <= MOST_CHUNKS; first += size, chunks++) {
    size = next_chunk(schedule, schedule->iterations - first);
    uint32_t thread = heap[0].thread;
    if (ranges->range[thread])
      ranges->range[thread][ranges->count[thread]] = (pme__range){first, first + size};
    ranges->count[thread]++;
    heap[0].until += length ? length(context, first, first + size) : size;
    sift_down(heap, schedule->threads);
  }
  for (uint32_t t = 0; t < schedule->threads; t++)
    ranges->length[heap[t].thread] = heap[t].until;
  return chunks;
}

pme_status pme__team_schedule_ranges(const pme__team_schedule *schedule, pme__iteration_length length, void *context,
                                     pme_arena *arena, pme__team_ranges *out) {
  if (schedule->threads == 0 || schedule->kind < PME_TEAM_DYNAMIC)
    return PME_BAD_ARGUMENT;
  pme__team_ranges ranges = {schedule->threads, PME_ARENA_NEW(arena, uint64_t, schedule->threads),
                             PME_ARENA_NEW(arena, pme__range *, schedule->threads),
                             PME_ARENA_NEW(arena, uint64_t, schedule->threads)};
  busy_thread *heap = PME_ARENA_NEW(arena, busy_thread, schedule->threads);
  if (!ranges.count || !ranges.range || !ranges.length || !heap)
    return PME_NO_MEMORY;
  /* Twice: to count, and to fill. */
  for (int pass = 0; pass < 2; pass++) {
    if (run_queue(schedule, length, context, heap, &ranges) > MOST_CHUNKS)
      return PME_OVER_BUDGET;
    for (uint32_t t = 0; pass == 0 && t < schedule->threads; t++) {
      ranges.range[t] = PME_ARENA_NEW(arena, pme__range, ranges.count[t] + 1);
      if (!ranges.range[t])
        return PME_NO_MEMORY;
    }
  }
  *out = ranges;
  return PME_OK;
}
