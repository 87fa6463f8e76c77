/* Ranges of iterations by the rules of OpenMP schedules: balanced, in chunks, dynamic, guided. */
#include "team_schedule.h"

enum { MOST_CHUNKS = 1 << 26 };

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

bool pme_deal_static(const pme_deal *deal, uint32_t thread, uint64_t turn, pme_range *out) {
  uint64_t n = deal->iterations, threads = deal->threads, q = n / threads, r = n % threads, first, count;
  if (deal->kind == PME_DEAL_CHUNKED && deal->chunk) {
    uint64_t number = turn * threads + thread;
    if (number > n / deal->chunk)
      return false;
    first = number * deal->chunk;
    count = deal->chunk;
  } else if (turn > 0) {
    return false;
  } else if (deal->kind == PME_DEAL_GREEDY) {
    count = q + (r > 0);
    first = thread * count;
  } else {
    count = q + (thread < r);
    first = thread * q + least(thread, r);
  }
  if (first >= n || count == 0)
    return false;
  *out = (pme_range){first, least(n, first + count)};
  return true;
}

/* ---- dynamic and guided ---- */

static uint64_t next_chunk(const pme_deal *deal, uint64_t left) {
  uint64_t chunk = deal->chunk ? deal->chunk : 1, threads = deal->threads, guided = chunk;
  if (deal->kind == PME_DEAL_GUIDED_GOMP)
    guided = (left + threads - 1) / threads;
  else if (deal->kind == PME_DEAL_GUIDED_OMP && left >= 2 * threads * (chunk + 1))
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
static uint64_t run_queue(const pme_deal *deal, pme_iteration_length length, void *context, busy_thread *heap,
                          pme_dealt *dealt) {
  uint64_t chunks = 0;
  for (uint32_t t = 0; t < deal->threads; t++) {
    heap[t] = (busy_thread){0, t};
    dealt->count[t] = 0;
  }
  for (uint64_t first = 0, size; first < deal->iterations && chunks <= MOST_CHUNKS; first += size, chunks++) {
    size = next_chunk(deal, deal->iterations - first);
    uint32_t thread = heap[0].thread;
    if (dealt->range[thread])
      dealt->range[thread][dealt->count[thread]] = (pme_range){first, first + size};
    dealt->count[thread]++;
    heap[0].until += length ? length(context, first, first + size) : size;
    sift_down(heap, deal->threads);
  }
  for (uint32_t t = 0; t < deal->threads; t++)
    dealt->length[heap[t].thread] = heap[t].until;
  return chunks;
}

pme_status pme_deal_out(const pme_deal *deal, pme_iteration_length length, void *context, pme_arena *arena,
                        pme_dealt *out) {
  if (deal->threads == 0 || deal->kind < PME_DEAL_DYNAMIC)
    return PME_BAD_ARGUMENT;
  pme_dealt dealt = {deal->threads, PME_ARENA_NEW(arena, uint64_t, deal->threads),
                     PME_ARENA_NEW(arena, pme_range *, deal->threads), PME_ARENA_NEW(arena, uint64_t, deal->threads)};
  busy_thread *heap = PME_ARENA_NEW(arena, busy_thread, deal->threads);
  if (!dealt.count || !dealt.range || !dealt.length || !heap)
    return PME_NO_MEMORY;
  /* Twice: to count, and to fill. */
  for (int pass = 0; pass < 2; pass++) {
    if (run_queue(deal, length, context, heap, &dealt) > MOST_CHUNKS)
      return PME_OVER_BUDGET;
    for (uint32_t t = 0; pass == 0 && t < deal->threads; t++) {
      dealt.range[t] = PME_ARENA_NEW(arena, pme_range, dealt.count[t] + 1);
      if (!dealt.range[t])
        return PME_NO_MEMORY;
    }
  }
  *out = dealt;
  return PME_OK;
}
