/* Making chunks, and finding out which thread gets them. */
#include "dynamic_chunks.h"

#include <string.h>

typedef pme__tree_node tree_node;
typedef pme__dynamic_chunks dynamic_chunks;

/* More would cost more than the walk. */
enum { MOST_CHUNKS = 1 << 15 };

/* ---- chunks ---- */

/* How the next chunk is cut off what is left. */
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

static int count_chunks(int64_t iterations, const cut *by) {
  int count = 0;
  for (int64_t left = iterations; left > 0 && count <= MOST_CHUNKS; count++)
    left -= next_length(by, left);
  return count;
}

/* Pieces in the order of their starts are owned by owners[]: sorts them by owner. */
static void sort_by_owner(dynamic_chunks *p, int threads, const int *owners, const int64_t *starts,
                          const int64_t *lengths) {
  memset(p->firsts, 0, ((size_t)threads + 1) * sizeof *p->firsts);
  for (int chunk = 0; chunk < p->count; chunk++)
    p->firsts[owners[chunk] + 1]++;
  for (int thread = 0; thread < threads; thread++)
    p->firsts[thread + 1] += p->firsts[thread];
  for (int chunk = 0; chunk < p->count; chunk++) {
    int slot = p->firsts[owners[chunk]]++; /* one too far for now */
    p->slots[chunk] = slot;
    p->threads[slot] = owners[chunk];
    p->starts[slot] = starts[chunk];
    p->lengths[slot] = lengths[chunk];
  }
  for (int thread = threads; thread > 0; thread--)
    p->firsts[thread] = p->firsts[thread - 1];
  p->firsts[0] = 0;
}

/* Per chunk, in the order of iterations. */
typedef struct turns {
  int64_t *starts, *lengths;
  int *owners;
} turns;

/* Room for so many chunks, and for three numbers more of each: starts, lengths, owners. False: out of memory. */
static bool allocate(dynamic_chunks *p, int count, int threads, pme_arena *arena, turns *in_turn) {
  int64_t *numbers = PME_ARENA_NEW(arena, int64_t, INT64_C(4) * count);
  int *small = PME_ARENA_NEW(arena, int, INT64_C(3) * count + threads + 1);
  if (!p || !numbers || !small)
    return false;
  *p = (dynamic_chunks){.count = count,
                        .starts = numbers,
                        .lengths = numbers + count,
                        .threads = small,
                        .slots = small + count,
                        .firsts = small + 3 * (size_t)count};
  *in_turn = (turns){numbers + 2 * (size_t)count, numbers + 3 * (size_t)count, small + 2 * (size_t)count};
  return true;
}

/* Chunks as they are cut off, and threads in turn. */
static void cut_all(const cut *by, int64_t iterations, int count, const turns *in_turn) {
  int64_t start = 0;
  for (int chunk = 0; chunk < count; chunk++) {
    in_turn->lengths[chunk] = next_length(by, iterations - start);
    in_turn->starts[chunk] = start;
    in_turn->owners[chunk] = chunk % by->threads;
    start += in_turn->lengths[chunk];
  }
}

pme_status pme__dynamic_chunks_create(int64_t iterations, int64_t block, bool guided, int threads, pme_arena *arena,
                                      dynamic_chunks **out) {
  cut by = {block, guided, threads};
  int count = count_chunks(iterations, &by);
  turns in_turn;
  *out = NULL;
  if (count > MOST_CHUNKS)
    return PME_OK;
  dynamic_chunks *p = PME_ARENA_NEW(arena, dynamic_chunks, 1);
  if (!allocate(p, count, threads, arena, &in_turn))
    return PME_NO_MEMORY;
  cut_all(&by, iterations, count, &in_turn);
  sort_by_owner(p, threads, in_turn.owners, in_turn.starts, in_turn.lengths);
  *out = p;
  return PME_OK;
}

int pme__tree_chunk_count(const tree_node *loop) { return loop->chunks->count; }

int64_t pme__tree_slot_of_chunk(const tree_node *loop, int chunk) { return loop->chunks->slots[chunk]; }

int pme__dynamic_chunks_slot_of(const dynamic_chunks *chunks, int64_t iteration) {
  int low = 0, high = chunks->count; /* the chunk is one of low .. high - 1 */
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (chunks->starts[chunks->slots[middle]] <= iteration)
      low = middle;
    else
      high = middle;
  }
  return chunks->slots[low];
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

/* accesses[slot] as chunks are now. */
static pme_status assign(dynamic_chunks *p, int threads, const int64_t *accesses, pme_arena *arena) {
  worker *heap = PME_ARENA_NEW(arena, worker, threads);
  int *owners = PME_ARENA_NEW(arena, int, p->count);
  int64_t *numbers = PME_ARENA_NEW(arena, int64_t, INT64_C(2) * p->count);
  if (!heap || !owners || !numbers)
    return PME_NO_MEMORY;
  int64_t *starts = numbers, *lengths = numbers + p->count;
  for (int thread = 0; thread < threads; thread++)
    heap[thread] = (worker){0, thread};
  for (int chunk = 0; chunk < p->count; chunk++) {
    int slot = p->slots[chunk];
    owners[chunk] = heap[0].thread;
    starts[chunk] = p->starts[slot];
    lengths[chunk] = p->lengths[slot];
    heap[0].round += accesses[slot];
    sift_down(heap, threads);
  }
  sort_by_owner(p, threads, owners, starts, lengths);
  return PME_OK;
}

/* Accesses of each chunk. False: they are not always the same, or counting takes too long. */
static bool count_chunks_of(pme__counter *counter, const tree_node *loop, int64_t *accesses) {
  int64_t iterators[PME__TREE_MAX_LOOPS] = {0};
  bool inner_by_thread = false;
  for (const tree_node *child = loop->first_child; child; child = child->next)
    inner_by_thread = inner_by_thread || child->by_thread;
  if (loop->count_uses || inner_by_thread)
    return false;
  for (int slot = 0; slot < loop->chunks->count && !counter->exceeded; slot++) {
    iterators[loop->depth] = slot;
    accesses[slot] = pme__count_body(counter, loop, iterators, 0);
  }
  return !counter->exceeded;
}

/* Sums as in loop_tree.h, over slots. */
static pme_status sum_slots(tree_node *loop, const int64_t *accesses, const int *old_slots, pme_arena *arena) {
  int64_t *sums = PME_ARENA_NEW(arena, int64_t, loop->chunks->count), *of_slot = sums;
  if (!sums)
    return PME_NO_MEMORY;
  for (int chunk = 0; chunk < loop->chunks->count; chunk++)
    of_slot[loop->chunks->slots[chunk]] = accesses[old_slots[chunk]];
  for (int slot = 1; slot < loop->chunks->count; slot++)
    sums[slot] += sums[slot - 1];
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
  if (!loop->chunks) {
    bool is_block = loop->distribution == PME__DISTRIBUTION_BLOCK; /* guided, of ever other lengths */
    program->assumes_cyclic[loop->source] = !together || loop->is_uneven || is_block;
    return PME_OK;
  }
  int64_t *accesses = PME_ARENA_NEW(arena, int64_t, loop->chunks->count);
  int *old_slots = PME_ARENA_NEW(arena, int, loop->chunks->count);
  if (!accesses || !old_slots)
    return PME_NO_MEMORY;
  program->assumes_cyclic[loop->source] = true;
  if (!count_chunks_of(counter, loop, accesses))
    return PME_OK;
  memcpy(old_slots, loop->chunks->slots, (size_t)loop->chunks->count * sizeof *old_slots);
  program->assumes_cyclic[loop->source] = !together;
  pme_status status = together ? assign(loop->chunks, loop->threads, accesses, arena) : PME_OK;
  return status == PME_OK ? sum_slots(loop, accesses, old_slots, arena) : status;
}

static pme_status hand_out(pme__counter *counter, pme__loop_tree *program, tree_node *node, pme_arena *arena) {
  pme_status status = PME_OK;
  if (node->is_demanded)
    status = hand_out_loop(counter, program, node, arena);
  for (tree_node *child = node->first_child; child && status == PME_OK; child = child->next)
    status = hand_out(counter, program, child, arena);
  return status;
}

pme_status pme__dynamic_chunks_assign(pme__counter *counter, pme__loop_tree *program, pme_arena *arena) {
  program->assumes_cyclic = PME_ARENA_NEW(arena, bool, pme_program_node_count(pme_concrete_program(program->concrete)));
  return program->assumes_cyclic ? hand_out(counter, program, program->root, arena) : PME_NO_MEMORY;
}
