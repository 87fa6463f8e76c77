#include "distance_split.h"

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

#include "analysis/reuse/distance_internal.h"
#include "pmecache/arena.h"

enum { STEP = 4096, LISTED = 8192, SEARCHED = 16, HANDED = 64 };

/* First references, in order, in pieces: a list that is moved to grow costs more memory than the engine. */
typedef struct firsts {
  struct firsts *next;
  size_t start; /* what positions count from */
  uint32_t count;
  uint32_t positions[LISTED];
  uint64_t lines[LISTED];
} firsts;

/* One worker: a piece of the trace. */
typedef struct piece {
  const uint64_t *lines; /* of the whole trace */
  uint64_t *distances;
  size_t start, end;
  pme__distance *engine;
  firsts *oldest, *newest; /* none of the first piece, which has nobody to ask */
  pme_status status;
  double seconds;
} piece;

static size_t at_most(size_t count, size_t most) { return count < most ? count : most; }

static double thread_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool add_list(piece *p, size_t start) {
  firsts *added = (firsts *)pme_reallocate(NULL, sizeof(firsts));
  if (!added) {
    p->status = PME_NO_MEMORY;
    return false;
  }
  added->next = NULL;
  added->start = start;
  added->count = 0;
  *(p->newest ? &p->newest->next : &p->oldest) = added;
  p->newest = added;
  return true;
}

static void add_first(piece *p, size_t position, uint64_t line) {
  firsts *list = p->newest;
  if ((!list || list->count == LISTED || position - list->start > UINT32_MAX) && !add_list(p, position))
    return;
  list = p->newest;
  list->positions[list->count] = (uint32_t)(position - list->start);
  list->lines[list->count++] = line;
}

static void free_firsts(piece *p) {
  for (firsts *list = p->oldest, *next; list; list = next) {
    next = list->next;
    pme_reallocate(list, 0);
  }
}

/* Most references are not the first, so SEARCHED are looked at in one go. */
static bool any_infinite(const uint64_t *distances) {
  uint64_t found = 0;
  for (int i = 0; i < SEARCHED; i++)
    found |= distances[i] == PME_DISTANCE_INFINITE;
  return found;
}

static void list_firsts(piece *p, size_t start, size_t count) {
  for (size_t i = start; i < start + count && !p->status; i += SEARCHED) {
    size_t end = i + at_most(start + count - i, SEARCHED);
    if (end - i == SEARCHED && !any_infinite(p->distances + i))
      continue;
    for (size_t k = i; k < end && !p->status; k++)
      if (p->distances[k] == PME_DISTANCE_INFINITE)
        add_first(p, k, p->lines[k]);
  }
}

static void *measure_piece(void *context) {
  piece *p = (piece *)context;
  double start = thread_seconds();
  p->status = pme__distance_open(NULL, &p->engine);
  for (size_t i = p->start; i < p->end && !p->status; i += STEP) {
    size_t count = at_most(p->end - i, STEP);
    pme_distance_references(p->engine, p->lines + i, count, p->distances + i);
    p->status = pme__distance_status(p->engine);
    if (p->start > 0)
      list_firsts(p, i, count);
  }
  p->seconds = thread_seconds() - start;
  return NULL;
}

static void measure_all(piece *pieces, int workers) {
  pthread_t threads[PME_SPLIT_MAX_WORKERS];
  bool started[PME_SPLIT_MAX_WORKERS];
  for (int w = 1; w < workers; w++)
    started[w] = !pthread_create(&threads[w], NULL, measure_piece, &pieces[w]);
  measure_piece(&pieces[0]);
  for (int w = 1; w < workers; w++) {
    if (started[w])
      pthread_join(threads[w], NULL);
    else
      measure_piece(&pieces[w]);
  }
}

/* Up to HANDED firsts of a list, from `i` on; `before` have been handed over. */
static void hand_some(piece *earlier, const firsts *list, uint32_t i, uint32_t count, size_t before) {
  uint64_t distances[HANDED], *to = earlier->distances + list->start;
  for (uint32_t k = i; k < i + count; k++)
    __builtin_prefetch(&to[list->positions[k]], 1); /* they lie far apart, in no near cache */
  pme__exact_finish(earlier->engine, list->lines + i, count, before, distances);
  earlier->status = pme__distance_status(earlier->engine);
  for (uint32_t k = 0; k < count && !earlier->status; k++) {
    to[list->positions[i + k]] = distances[k];
    if (distances[k] == PME_DISTANCE_INFINITE && earlier->start > 0)
      add_first(earlier, list->start + list->positions[i + k], list->lines[i + k]);
  }
}

/* Hands the firsts of `later` to `earlier`; those that are first there, too, join its own. */
static pme_status hand_over(piece *earlier, const piece *later) {
  size_t before = 0;
  for (const firsts *list = later->oldest; list; list = list->next)
    for (uint32_t i = 0; i < list->count && !earlier->status; i += HANDED) {
      uint32_t count = list->count - i < HANDED ? list->count - i : HANDED;
      hand_some(earlier, list, i, count, before);
      before += count;
    }
  return earlier->status;
}

static pme_status merge_all(piece *pieces, int workers) {
  pme_status status = PME_OK;
  for (int w = 0; w < workers && !status; w++)
    status = pieces[w].status;
  for (int w = workers - 1; w > 0 && !status; w--)
    status = hand_over(&pieces[w - 1], &pieces[w]);
  return status;
}

pme_status pme_distance_split(const uint64_t *lines, size_t count, int workers, uint64_t *distances,
                              pme_split_times *times) {
  piece pieces[PME_SPLIT_MAX_WORKERS] = {{.lines = NULL}};
  if (workers < 1 || workers > PME_SPLIT_MAX_WORKERS)
    return PME_BAD_ARGUMENT;
  for (int w = 0; w < workers; w++) {
    pieces[w].lines = lines;
    pieces[w].distances = distances;
    pieces[w].start = count / (size_t)workers * (size_t)w;
    pieces[w].end = w + 1 < workers ? count / (size_t)workers * (size_t)(w + 1) : count;
  }
  measure_all(pieces, workers);
  double start = thread_seconds(), slowest = 0;
  pme_status status = merge_all(pieces, workers);
  double merge = thread_seconds() - start;
  for (int w = 0; w < workers; w++) {
    slowest = pieces[w].seconds > slowest ? pieces[w].seconds : slowest;
    pme__distance_close(pieces[w].engine);
    free_firsts(&pieces[w]);
  }
  if (times)
    *times = (pme_split_times){slowest, merge};
  return status;
}
