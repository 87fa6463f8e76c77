#include "distance_split.h"

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

#include "distance_internal.h"
#include "pmecache/arena.h"

enum { STEP = 4096, FIRST_ROOM = 1024 };

/* One worker: a piece of the trace. */
typedef struct piece {
  const uint64_t *lines; /* of the whole trace */
  uint64_t *distances;
  size_t start, end;
  pme_distance *engine;
  size_t *firsts; /* positions of first references, in order */
  size_t first_count, first_room;
  pme_status status;
  double seconds;
} piece;

static double thread_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void add_first(piece *p, size_t position) {
  if (p->first_count == p->first_room) {
    size_t room = p->first_room ? 2 * p->first_room : FIRST_ROOM;
    size_t *grown = (size_t *)pme_reallocate(p->firsts, sizeof(size_t) * room);
    if (!grown) {
      p->status = PME_NO_MEMORY;
      return;
    }
    p->firsts = grown;
    p->first_room = room;
  }
  p->firsts[p->first_count++] = position;
}

static void *measure_piece(void *context) {
  piece *p = (piece *)context;
  double start = thread_seconds();
  p->status = pme_distance_open(NULL, &p->engine);
  for (size_t i = p->start; i < p->end && !p->status; i += STEP) {
    size_t count = p->end - i < STEP ? p->end - i : STEP;
    pme_distance_references(p->engine, p->lines + i, count, p->distances + i);
    p->status = pme_distance_status(p->engine);
    for (size_t k = i; k < i + count && !p->status; k++)
      if (p->distances[k] == PME_DISTANCE_INFINITE)
        add_first(p, k);
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

/* Hands the firsts of `later` to `earlier`; those that are first there, too, join its own. */
static pme_status hand_over(piece *earlier, const piece *later) {
  uint64_t lines[STEP], distances[STEP];
  for (size_t i = 0; i < later->first_count && !earlier->status; i += STEP) {
    size_t count = later->first_count - i < STEP ? later->first_count - i : STEP;
    for (size_t k = 0; k < count; k++)
      lines[k] = later->lines[later->firsts[i + k]];
    pme__exact_finish(earlier->engine, lines, count, i, distances);
    earlier->status = pme_distance_status(earlier->engine);
    for (size_t k = 0; k < count && !earlier->status; k++) {
      later->distances[later->firsts[i + k]] = distances[k];
      if (distances[k] == PME_DISTANCE_INFINITE)
        add_first(earlier, later->firsts[i + k]);
    }
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
    pme_distance_close(pieces[w].engine);
    pme_reallocate(pieces[w].firsts, 0);
  }
  if (times)
    *times = (pme_split_times){slowest, merge};
  return status;
}
