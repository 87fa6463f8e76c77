/* A lane for each thread, in a heap by the time of its next reference. */
#include "timed_merge.h"

#include <math.h>

#include "analysis/base/random.h"
#include "pmecache/allocator.h"
#include "pmecache/arena.h"

enum { BUFFER = 256 };

typedef struct lane {
  uint32_t thread, next, filled; /* in the buffers */
  double key;                    /* when the next reference is due */
  double stretch, late;          /* of the thread's time */
  double drift;                  /* by which it is ahead or behind by chance */
  uint64_t last;                 /* time of the reference before */
  pme__line_reference *buffer;
  uint64_t *time;
} lane;

struct pme__timed_merge {
  pme__streams streams;
  pme_arena *arena;
  lane *heap; /* the earliest first */
  uint32_t live;
  bool drifts;
  uint64_t random;
};

/* ---- when ---- */

/* About normal, of mean 0 and variance 1: twelve numbers below 1. */
static double draw_normal(uint64_t *random) {
  double sum = -6;
  for (int i = 0; i < 12; i++)
    sum += pme__random_unit(random);
  return sum;
}

/* A thread that is drawn with all alike takes g references in T g turns, with a variance of g T (T - 1) of them, and a turn
 * of all is T of those. */
static void set_key(pme__timed_merge *m, lane *l) {
  uint64_t time = l->time[l->next];
  if (m->drifts && time > l->last)
    l->drift += draw_normal(&m->random) *
                sqrt((double)(time - l->last) * (double)(m->streams.threads - 1) / (double)m->streams.threads);
  l->last = time;
  l->key = fmax(l->key, (double)time * l->stretch + l->late + l->drift);
}

static bool refill(pme__timed_merge *m, lane *l) {
  l->next = 0;
  l->filled = (uint32_t)m->streams.read_timed(m->streams.context, l->thread, l->buffer, l->time, BUFFER);
  return l->filled > 0;
}

/* ---- the heap ---- */

static bool is_earlier(const lane *a, const lane *b) {
  return a->key != b->key ? a->key < b->key : a->thread < b->thread;
}

static void sift_down(pme__timed_merge *m, uint32_t at) {
  for (;;) {
    uint32_t least = at;
    for (uint32_t child = 2 * at + 1; child <= 2 * at + 2 && child < m->live; child++)
      if (is_earlier(&m->heap[child], &m->heap[least]))
        least = child;
    if (least == at)
      return;
    lane swap = m->heap[at];
    m->heap[at] = m->heap[least];
    m->heap[least] = swap;
    at = least;
  }
}

size_t pme__timed_merge_read(pme__timed_merge *m, uint32_t *threads, pme__line_reference *references, size_t room) {
  size_t count = 0;
  for (; count < room && m->live > 0; count++) {
    lane *l = &m->heap[0];
    threads[count] = l->thread;
    references[count] = l->buffer[l->next++];
    if (l->next < l->filled || refill(m, l))
      set_key(m, l);
    else
      *l = m->heap[--m->live];
    sift_down(m, 0);
  }
  return count;
}

/* ---- life ---- */

static void place_lane(const pme__timed_merge *m, lane *l, const pme__interleave_options *options, uint64_t longest) {
  double own = (double)m->streams.duration(m->streams.context, l->thread), steps = m->streams.threads - 1.0;
  l->stretch = options->order == PME_MERGE_PROPORTIONAL && own > 0 ? (double)longest / own : 1;
  if (options->order == PME_MERGE_STAIRS || options->order == PME_MERGE_SKEWED)
    l->late = steps > 0 ? own * options->skew * l->thread / steps : 0;
}

static pme_status open_lanes(pme__timed_merge *m, const pme__interleave_options *options) {
  uint32_t threads = m->streams.threads;
  uint64_t longest = 0;
  m->heap = PME_ARENA_NEW(m->arena, lane, threads);
  pme__line_reference *buffers = PME_ARENA_NEW(m->arena, pme__line_reference, (size_t)BUFFER * threads);
  uint64_t *times = PME_ARENA_NEW(m->arena, uint64_t, (size_t)BUFFER *threads);
  if (!m->heap || !buffers || !times)
    return PME_NO_MEMORY;
  for (uint32_t t = 0; t < threads; t++) {
    uint64_t own = m->streams.duration(m->streams.context, t);
    longest = own > longest ? own : longest;
  }
  for (uint32_t t = 0; t < threads; t++) {
    lane *l = &m->heap[m->live];
    *l = (lane){.thread = t, .buffer = buffers + (size_t)t * BUFFER, .time = times + (size_t)t * BUFFER};
    m->streams.rewind(m->streams.context, t);
    place_lane(m, l, options, longest);
    if (!refill(m, l))
      continue;
    set_key(m, l);
    m->live++;
  }
  for (uint32_t at = m->live; at-- > 0;)
    sift_down(m, at);
  return PME_OK;
}

pme_status pme__timed_merge_open(const pme__streams *streams, const pme__interleave_options *options,
                                 pme__timed_merge **out) {
  pme__interleave_options asked = *options;
  if (asked.skew == 0)
    asked.skew = 0.25;
  if (streams->threads == 0 || asked.skew < 0 || asked.skew > 1)
    return PME_BAD_ARGUMENT;
  pme_arena *arena = pme_arena_create();
  pme__timed_merge *merge = arena ? PME_ARENA_NEW(arena, pme__timed_merge, 1) : NULL;
  if (merge)
    *merge = (pme__timed_merge){.streams = *streams,
                                .arena = arena,
                                .drifts = asked.order == PME_MERGE_UNIFORM || asked.order == PME_MERGE_RANDOM,
                                .random = asked.seed};
  pme_status status = merge ? open_lanes(merge, &asked) : PME_NO_MEMORY;
  if (status == PME_OK)
    *out = merge;
  else
    pme_arena_destroy(arena);
  return status;
}

void pme__timed_merge_close(pme__timed_merge *merge) {
  if (merge)
    pme_arena_destroy(merge->arena);
}
