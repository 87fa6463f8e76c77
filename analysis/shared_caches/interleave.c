/* A lane for each thread that has not ended; the order says which lane the next references come from. */
#include "interleave.h"

#include <string.h>

#include "analysis/base/random.h"
#include "pmecache/arena.h"

enum { BUFFER = 256 };

typedef struct lane {
  uint32_t thread;
  uint32_t next, filled; /* in the buffer */
  uint64_t length, done;
  uint64_t credit; /* proportional rounds: a turn is due when it reaches the longest length */
  uint64_t late;   /* rounds that the thread waits before it starts */
  pme__line_reference *buffer;
} lane;

struct pme__interleaver {
  pme__streams streams;
  pme__interleave_options options;
  lane *lane; /* live ones first, in thread order */
  uint32_t live;
  uint32_t *heap; /* proportional: lanes by progress, the least first */
  pme__line_reference *buffers;
  double total;                /* sum of the lengths */
  uint64_t longest;            /* of the lengths, for proportional rounds; else 0 */
  uint32_t current, turn_left; /* whose turn it is, and how much of it is left */
  uint32_t turn_lane;          /* round robin: who comes next */
  uint64_t round;
  uint64_t random;
};

static bool starts_late(const pme__interleaver *il) {
  return il->options.order == PME_MERGE_SKEWED || il->options.order == PME_MERGE_STAIRS;
}

/* ---- lanes ---- */

static bool refill(pme__interleaver *il, lane *l) {
  l->next = 0;
  l->filled = (uint32_t)il->streams.read(il->streams.context, l->thread, l->buffer, BUFFER);
  return l->filled > 0;
}

/* The thread has ended. The order of the others stays. */
static void remove_lane(pme__interleaver *il, uint32_t at) {
  il->total -= (double)il->lane[at].length;
  memmove(il->lane + at, il->lane + at + 1, sizeof *il->lane * (il->live - at - 1));
  il->live--;
}

/* ---- proportional: a heap by progress = done / length, ties by thread ---- */

static bool is_behind(const lane *a, const lane *b) {
  unsigned __int128 left = (unsigned __int128)a->done * b->length, right = (unsigned __int128)b->done * a->length;
  return left != right ? left < right : a->thread < b->thread;
}

static void sift_down(pme__interleaver *il, uint32_t count, uint32_t at) {
  for (;;) {
    uint32_t least = at;
    for (uint32_t child = 2 * at + 1; child <= 2 * at + 2 && child < count; child++)
      if (is_behind(&il->lane[il->heap[child]], &il->lane[il->heap[least]]))
        least = child;
    if (least == at)
      return;
    uint32_t swap = il->heap[at];
    il->heap[at] = il->heap[least];
    il->heap[least] = swap;
    at = least;
  }
}

/* ---- which lane is next ---- */

static uint32_t choose_weighted(pme__interleaver *il) {
  double at = pme__random_unit(&il->random) * il->total;
  for (uint32_t i = 0; i < il->live; i++) {
    at -= (double)il->lane[i].length;
    if (at < 0)
      return i;
  }
  return il->live - 1;
}

/* Round robin over those that have started. */
static uint32_t choose_started(pme__interleaver *il) {
  uint64_t earliest = UINT64_MAX;
  for (uint32_t i = 0; i < il->live; i++)
    earliest = il->lane[i].late < earliest ? il->lane[i].late : earliest;
  if (il->round < earliest)
    il->round = earliest;
  for (;;) {
    if (il->turn_lane >= il->live) {
      il->turn_lane = 0;
      il->round++;
    }
    if (il->lane[il->turn_lane].late <= il->round)
      return il->turn_lane;
    il->turn_lane++;
  }
}

static uint32_t choose(pme__interleaver *il) {
  switch (il->options.order) {
  case PME_MERGE_PROPORTIONAL:
    return il->heap[0];
  case PME_MERGE_UNIFORM:
    return (uint32_t)(((unsigned __int128)pme__random(&il->random) * il->live) >> 64);
  case PME_MERGE_RANDOM:
    return choose_weighted(il);
  case PME_MERGE_SKEWED:
  case PME_MERGE_STAIRS:
    return choose_started(il);
  case PME_MERGE_ROUND_ROBIN:
    break;
  }
  return il->turn_lane < il->live ? il->turn_lane : 0;
}

static void end_turn(pme__interleaver *il, uint32_t at, bool has_ended) {
  bool in_order = il->options.order == PME_MERGE_ROUND_ROBIN || starts_late(il);
  if (il->options.order == PME_MERGE_PROPORTIONAL) {
    /* Lanes of the heap stay where they are: an ended one leaves the heap only. */
    if (has_ended)
      il->heap[0] = il->heap[--il->live];
    sift_down(il, il->live, 0);
    return;
  }
  if (has_ended)
    remove_lane(il, at);
  if (in_order)
    il->turn_lane = has_ended ? at : at + 1;
}

/* ---- reading ---- */

/* What is left of the turn, from the buffer. */
static size_t copy_turn(pme__interleaver *il, uint32_t *threads, pme__line_reference *references, size_t room) {
  lane *l = &il->lane[il->current];
  uint32_t count = l->filled - l->next;
  if (count > il->turn_left)
    count = il->turn_left;
  if (count > room)
    count = (uint32_t)room;
  for (uint32_t i = 0; i < count; i++) {
    threads[i] = l->thread;
    references[i] = l->buffer[l->next + i];
  }
  l->next += count;
  l->done += count;
  il->turn_left -= count;
  return count;
}

/* Lock step: whole rounds at once, as long as every buffer has something and would not be emptied. */
static size_t copy_rounds(pme__interleaver *il, uint32_t *threads, pme__line_reference *references, size_t room) {
  uint32_t rounds = (uint32_t)(room / il->live);
  for (uint32_t i = 0; i < il->live; i++)
    if (il->lane[i].filled - il->lane[i].next - 1 < rounds)
      rounds = il->lane[i].filled - il->lane[i].next - 1;
  for (uint32_t i = 0; i < il->live; i++) {
    lane *l = &il->lane[i];
    for (uint32_t k = 0; k < rounds; k++) {
      threads[(size_t)k * il->live + i] = l->thread;
      references[(size_t)k * il->live + i] = l->buffer[l->next + k];
    }
    l->next += rounds;
    l->done += rounds;
  }
  return (size_t)rounds * il->live;
}

/* Proportional, when most threads have a turn in most rounds: in every round each thread gains its length, and has a
 * turn when that reaches the longest one's. The same order as by progress, without a heap. */
static size_t copy_credits(pme__interleaver *il, uint32_t *threads, pme__line_reference *references, size_t room) {
  size_t count = 0;
  while (count < room && il->live > 0) {
    if (il->turn_lane >= il->live)
      il->turn_lane = 0;
    lane *l = &il->lane[il->turn_lane++];
    l->credit += l->length;
    if (l->credit < il->longest)
      continue;
    l->credit -= il->longest;
    threads[count] = l->thread;
    references[count++] = l->buffer[l->next++];
    if (l->next == l->filled && !refill(il, l))
      remove_lane(il, --il->turn_lane);
  }
  return count;
}

static bool in_lock_step(const pme__interleaver *il) {
  return il->options.order == PME_MERGE_ROUND_ROBIN && il->options.turn == 1 && !il->options.by_read &&
         il->turn_left == 0 && (il->turn_lane == 0 || il->turn_lane == il->live);
}

size_t pme__interleaver_read(pme__interleaver *il, uint32_t *threads, pme__line_reference *references, size_t room) {
  size_t count = 0;
  if (il->longest)
    return copy_credits(il, threads, references, room);
  while (count < room && il->live > 0) {
    if (in_lock_step(il))
      count += copy_rounds(il, threads + count, references + count, room - count);
    if (count == room)
      break;
    if (il->turn_left == 0) {
      il->current = choose(il);
      const lane *l = &il->lane[il->current];
      il->turn_left = il->options.by_read ? l->filled - l->next : il->options.turn;
    }
    count += copy_turn(il, threads + count, references + count, room - count);
    lane *l = &il->lane[il->current];
    bool has_ended = l->next == l->filled && !refill(il, l);
    if (il->turn_left == 0 || has_ended) {
      il->turn_left = 0;
      end_turn(il, il->current, has_ended);
    }
  }
  return count;
}

/* ---- life ---- */

static pme_status check(const pme__streams *streams, pme__interleave_options *options) {
  if (options->skew == 0)
    options->skew = 0.25;
  if (options->turn == 0)
    options->turn = 1;
  return streams->threads > 0 && options->skew > 0 && options->skew <= 1 ? PME_OK : PME_BAD_ARGUMENT;
}

/* Lengths, and what follows from them. */
static void measure_lanes(pme__interleaver *il) {
  const pme__streams *streams = &il->streams;
  uint64_t longest = 0;
  bool all_equal = true;
  for (uint32_t i = 0; i < il->live; i++) {
    lane *l = &il->lane[i];
    l->length = streams->length ? streams->length(streams->context, l->thread) : 1;
    all_equal = all_equal && l->length == il->lane[0].length;
    longest = l->length > longest ? l->length : longest;
    il->total += (double)l->length;
    il->heap[i] = i;
    double delay = il->options.order == PME_MERGE_STAIRS ? (double)i / (il->live > 1 ? il->live - 1 : 1)
                                                         : pme__random_unit(&il->random);
    if (starts_late(il) && streams->length)
      l->late = (uint64_t)(delay * il->options.skew * (double)l->length);
  }
  if (il->options.order == PME_MERGE_PROPORTIONAL && all_equal)
    il->options.order = PME_MERGE_ROUND_ROBIN;
  bool is_dense = il->total > 0.25 * (double)longest * il->live;
  if (il->options.order == PME_MERGE_PROPORTIONAL && il->options.turn == 1 && !il->options.by_read && is_dense &&
      longest < UINT64_MAX / 2)
    il->longest = longest;
  for (uint32_t i = 0; i < il->live; i++)
    il->lane[i].credit = il->longest - 1;
}

static pme_status open_lanes(pme__interleaver *il) {
  uint32_t threads = il->streams.threads;
  il->lane = (lane *)pme_reallocate(NULL, sizeof *il->lane * threads);
  il->heap = (uint32_t *)pme_reallocate(NULL, sizeof *il->heap * threads);
  il->buffers = (pme__line_reference *)pme_reallocate(NULL, sizeof *il->buffers * BUFFER * threads);
  if (!il->lane || !il->heap || !il->buffers)
    return PME_NO_MEMORY;
  for (uint32_t t = 0; t < threads; t++) {
    lane *l = &il->lane[il->live];
    *l = (lane){.thread = t, .buffer = il->buffers + (size_t)t * BUFFER};
    il->streams.rewind(il->streams.context, t);
    il->live += refill(il, l);
  }
  measure_lanes(il);
  return PME_OK;
}

pme_status pme__interleaver_open(const pme__streams *streams, const pme__interleave_options *options,
                                 pme__interleaver **out) {
  pme__interleaver il = {.streams = *streams, .options = *options, .random = options->seed};
  pme_status status = check(streams, &il.options);
  if (status == PME_OK)
    status = open_lanes(&il);
  pme__interleaver *opened = status == PME_OK ? (pme__interleaver *)pme_reallocate(NULL, sizeof il) : NULL;
  if (!opened) {
    pme_reallocate(il.lane, 0);
    pme_reallocate(il.heap, 0);
    pme_reallocate(il.buffers, 0);
    return status == PME_OK ? PME_NO_MEMORY : status;
  }
  *opened = il;
  *out = opened;
  return PME_OK;
}

void pme__interleaver_close(pme__interleaver *il) {
  if (!il)
    return;
  pme_reallocate(il->lane, 0);
  pme_reallocate(il->heap, 0);
  pme_reallocate(il->buffers, 0);
  pme_reallocate(il, 0);
}
