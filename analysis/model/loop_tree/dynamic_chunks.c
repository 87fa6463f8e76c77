/* Handing out pieces. */
#include "dynamic_chunks.h"

#include <string.h>

typedef pme__tree_node tree_node;
typedef pme__walk_pieces walk_pieces;

/* More would cost more than the walk. */
enum { MOST_PIECES = 1 << 15 };

/* ---- pieces ---- */

/* How the next piece is cut off what is left. */
typedef struct cut {
  int64_t block;
  bool guided;
  int threads;
} cut;

static int64_t next_length(const cut *by, int64_t left) {
  int64_t share = by->guided ? (left + by->threads - 1) / by->threads : 0, block = by->block;
  int64_t length = share > block ? share : block;
  return length < left ? length : left;
}

static int count_pieces(int64_t iterations, const cut *by) {
  int count = 0;
  for (int64_t left = iterations; left > 0 && count <= MOST_PIECES; count++)
    left -= next_length(by, left);
  return count;
}

/* Pieces in the order of their starts are owned by owners[]: sorts them by owner. */
static void sort_by_owner(walk_pieces *p, int threads, const int *owners, const int64_t *starts,
                          const int64_t *lengths) {
  memset(p->firsts, 0, ((size_t)threads + 1) * sizeof *p->firsts);
  for (int piece = 0; piece < p->count; piece++)
    p->firsts[owners[piece] + 1]++;
  for (int thread = 0; thread < threads; thread++)
    p->firsts[thread + 1] += p->firsts[thread];
  for (int piece = 0; piece < p->count; piece++) {
    int place = p->firsts[owners[piece]]++; /* one too far for now */
    p->places[piece] = place;
    p->threads[place] = owners[piece];
    p->starts[place] = starts[piece];
    p->lengths[place] = lengths[piece];
  }
  for (int thread = threads; thread > 0; thread--)
    p->firsts[thread] = p->firsts[thread - 1];
  p->firsts[0] = 0;
}

pme_status pme__walk_pieces_create(int64_t iterations, int64_t block, bool guided, int threads, pme_arena *arena,
                                   walk_pieces **out) {
  cut by = {block, guided, threads};
  int count = count_pieces(iterations, &by);
  *out = NULL;
  if (count > MOST_PIECES)
    return PME_OK;
  walk_pieces *p = PME_ARENA_NEW(arena, walk_pieces, 1);
  int64_t *numbers = PME_ARENA_NEW(arena, int64_t, INT64_C(4) * count);
  int *small = PME_ARENA_NEW(arena, int, INT64_C(3) * count + threads + 1);
  if (!p || !numbers || !small)
    return PME_NO_MEMORY;
  *p = (walk_pieces){.count = count,
                     .starts = numbers,
                     .lengths = numbers + count,
                     .threads = small,
                     .places = small + count,
                     .firsts = small + 3 * (size_t)count};
  int64_t *starts = numbers + 2 * (size_t)count, *lengths = numbers + 3 * (size_t)count, start = 0;
  int *owners = small + 2 * (size_t)count;
  for (int piece = 0; piece < count; piece++) {
    lengths[piece] = next_length(&by, iterations - start);
    starts[piece] = start;
    owners[piece] = piece % threads;
    start += lengths[piece];
  }
  sort_by_owner(p, threads, owners, starts, lengths);
  *out = p;
  return PME_OK;
}

int pme__walk_place_of(const walk_pieces *p, int64_t iteration) {
  int low = 0, high = p->count; /* the piece is one of low .. high - 1 */
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (p->starts[p->places[middle]] <= iteration)
      low = middle;
    else
      high = middle;
  }
  return p->places[low];
}

/* ---- who gets them ---- */

/* A thread that is busy until its turn in a round. */
typedef struct worker {
  int64_t round;
  int thread;
} worker;

static bool asks_before(const worker *a, const worker *b) {
  return a->round != b->round ? a->round < b->round : a->thread < b->thread;
}

/* The first of a heap went on: moves it to where it belongs. */
static void sift_down(worker *heap, int count) {
  for (int at = 0, child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count && asks_before(&heap[child + 1], &heap[child]))
      child++;
    if (!asks_before(&heap[child], &heap[at]))
      return;
    worker moved = heap[at];
    heap[at] = heap[child];
    heap[child] = moved;
  }
}

/* accesses[place] as pieces are now. */
static pme_status assign(walk_pieces *p, int threads, const int64_t *accesses, pme_arena *arena) {
  worker *heap = PME_ARENA_NEW(arena, worker, threads);
  int *owners = PME_ARENA_NEW(arena, int, p->count);
  int64_t *numbers = PME_ARENA_NEW(arena, int64_t, INT64_C(2) * p->count);
  if (!heap || !owners || !numbers)
    return PME_NO_MEMORY;
  int64_t *starts = numbers, *lengths = numbers + p->count;
  for (int thread = 0; thread < threads; thread++)
    heap[thread] = (worker){0, thread};
  for (int piece = 0; piece < p->count; piece++) {
    int place = p->places[piece];
    owners[piece] = heap[0].thread;
    starts[piece] = p->starts[place];
    lengths[piece] = p->lengths[place];
    heap[0].round += accesses[place];
    sift_down(heap, threads);
  }
  sort_by_owner(p, threads, owners, starts, lengths);
  return PME_OK;
}

/* Accesses of each piece. False: they are not always the same, or counting takes too long. */
static bool count_pieces_of(pme__counter *counter, const tree_node *loop, int64_t *accesses) {
  int64_t iterators[PME__TREE_MAX_LOOPS] = {0};
  bool inner_by_thread = false;
  for (const tree_node *child = loop->first_child; child; child = child->next)
    inner_by_thread = inner_by_thread || child->by_thread;
  if (loop->count_uses || inner_by_thread)
    return false;
  for (int place = 0; place < loop->pieces->count && !counter->exceeded; place++) {
    iterators[loop->depth] = place;
    accesses[place] = pme__count_body(counter, loop, iterators, 0);
  }
  return !counter->exceeded;
}

/* Sums as in loop_tree.h, over places. */
static pme_status sum_places(tree_node *loop, const int64_t *accesses, const int *old_places, pme_arena *arena) {
  int64_t *sums = PME_ARENA_NEW(arena, int64_t, loop->pieces->count), *of_place = sums;
  if (!sums)
    return PME_NO_MEMORY;
  for (int piece = 0; piece < loop->pieces->count; piece++)
    of_place[loop->pieces->places[piece]] = accesses[old_places[piece]];
  for (int place = 1; place < loop->pieces->count; place++)
    sums[place] += sums[place - 1];
  loop->sums = sums;
  return PME_OK;
}

/* Whether all threads arrive at the loop in the same round: nothing of the phase is before it or around it. */
static bool is_met_together(const tree_node *loop) {
  const tree_node *node = loop;
  for (; !node->is_phase; node = node->parent)
    if (node->previous || (node != loop && !node->is_single))
      return false;
  return true;
}

static pme_status hand_out_loop(pme__counter *counter, pme__loop_tree *program, tree_node *loop, pme_arena *arena) {
  bool together = is_met_together(loop);
  if (!loop->pieces) {
    program->assumes_cyclic[loop->source] = !together || loop->is_uneven;
    return PME_OK;
  }
  int64_t *accesses = PME_ARENA_NEW(arena, int64_t, loop->pieces->count);
  int *old_places = PME_ARENA_NEW(arena, int, loop->pieces->count);
  if (!accesses || !old_places)
    return PME_NO_MEMORY;
  program->assumes_cyclic[loop->source] = true;
  if (!count_pieces_of(counter, loop, accesses))
    return PME_OK;
  memcpy(old_places, loop->pieces->places, (size_t)loop->pieces->count * sizeof *old_places);
  program->assumes_cyclic[loop->source] = !together;
  pme_status status = together ? assign(loop->pieces, loop->threads, accesses, arena) : PME_OK;
  return status == PME_OK ? sum_places(loop, accesses, old_places, arena) : status;
}

static pme_status hand_out(pme__counter *counter, pme__loop_tree *program, tree_node *node, pme_arena *arena) {
  pme_status status = PME_OK;
  if (node->is_demanded)
    status = hand_out_loop(counter, program, node, arena);
  for (tree_node *child = node->first_child; child && status == PME_OK; child = child->next)
    status = hand_out(counter, program, child, arena);
  return status;
}

pme_status pme__walk_hand_out(pme__counter *counter, pme__loop_tree *program, pme_arena *arena) {
  program->assumes_cyclic = PME_ARENA_NEW(arena, bool, pme_program_node_count(pme_concrete_program(program->concrete)));
  return program->assumes_cyclic ? hand_out(counter, program, program->root, arena) : PME_NO_MEMORY;
}
