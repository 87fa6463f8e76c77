/* Worksharing: which thread gets which iterations.
 *
 * Logical iterations 0 .. N-1 are those of the loop, or of the collapsed loops in lexicographic order.
 *   static      thread u: one block; the first N mod T threads get floor(N / T) + 1 iterations, the others floor(N / T)
 *   static,b    thread u: chunks u, u+T, u+2T, ... of b iterations
 *   dynamic,b   the next b (default 1) to the thread that asks; threads ask when they issue
 *   guided,b    the same with max(b, ceil(remaining / T))
 */
#include "pmecache/arena.h"
#include "team.h"

/* plan.c numbers collapsed loops one after another. */
static const sim_node *loop_at(const sim_node *node, int level) { return node + level; }

static int64_t saturating_product(int64_t a, int64_t b) {
  int64_t product;
  return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

static int64_t saturating_sum(int64_t a, int64_t b) { return a > INT64_MAX - b ? INT64_MAX : a + b; }

static void count_loop(sim_cursor *cursor, const sim_node *node, double executions, double iterations) {
  sim_loop_count *counts = &cursor->execution->loop_counts[node - cursor->execution->plan->nodes];
  counts->executions += executions;
  counts->iterations += iterations;
}

/* ---- collapsed loops that are not rectangular: an odometer over the outer ones ---- */

/* Moves to the next innermost loop that has iterations. `share->extents` holds what is left of each outer loop, the
 * present iteration included. `count`: record the trips of each loop. 1: found, 0: no more, -1: over budget. */
static int next_row(sim_cursor *cursor, const sim_node *node, bool count) {
  sim_share *share = &cursor->share;
  int innermost = node->collapse - 1, level = 0;
  bool back = share->row_count >= 0;
  if (back) {
    share->row_first = saturating_sum(share->row_first, share->row_count);
    level = innermost;
  }
  for (;;) {
    if (!pme__sim_tick(cursor->execution))
      return -1;
    while (back) {
      if (--level < 0)
        return 0;
      const sim_bounds *bounds = &loop_at(node, level)->bounds;
      back = --share->extents[level] == 0;
      if (!back) {
        cursor->iterators[bounds->depth] += bounds->step;
        level++;
      }
    }
    const sim_bounds *bounds = &loop_at(node, level)->bounds;
    int64_t trips = pme__sim_bounds_evaluate(bounds, cursor->iterators, &share->starts[level]);
    share->extents[level] = trips;
    cursor->iterators[bounds->depth] = share->starts[level];
    if (count)
      count_loop(cursor, loop_at(node, level), 1, (double)trips);
    if (trips == 0) {
      back = true;
    } else if (level == innermost) {
      share->row_count = trips;
      return 1;
    } else {
      level++;
    }
  }
}

/* ---- number of logical iterations ---- */

static int64_t count_rectangular(sim_cursor *cursor, const sim_node *node, bool count) {
  sim_share *share = &cursor->share;
  int64_t product = 1;
  for (int level = 0; level < node->collapse; level++) {
    const sim_node *loop = loop_at(node, level);
    share->extents[level] = pme__sim_bounds_evaluate(&loop->bounds, cursor->iterators, &share->starts[level]);
    double executions = (double)product;
    product = saturating_product(product, share->extents[level]);
    if (count)
      count_loop(cursor, loop, executions, (double)product);
  }
  return product;
}

/* Visits all innermost loops once. */
static int64_t count_rows(sim_cursor *cursor, const sim_node *node) {
  int64_t total = 0;
  int found;
  cursor->share.row_count = -1;
  cursor->share.row_first = 0;
  while ((found = next_row(cursor, node, true)) > 0)
    total = saturating_sum(total, cursor->share.row_count);
  return found < 0 ? -1 : total;
}

/* ---- the loops that are under way ---- */

static sim_shared_loop *shared_loop(sim_team *team, uint64_t encounter) {
  uint64_t index = encounter - team->first_encounter + (uint64_t)team->loop_head;
  return &team->loops[index % (uint64_t)team->loop_capacity];
}

static bool grow_queue(sim_team *team) {
  int capacity = team->loop_capacity ? 2 * team->loop_capacity : 8;
  sim_shared_loop *loops = pme_reallocate(NULL, (size_t)capacity * sizeof *loops);
  if (!loops)
    return false;
  for (int i = 0; i < team->loop_count; i++)
    loops[i] = *shared_loop(team, team->first_encounter + (uint64_t)i);
  pme_reallocate(team->loops, 0);
  team->loops = loops;
  team->loop_capacity = capacity;
  team->loop_head = 0;
  return true;
}

static bool out_of_memory(sim_execution *execution) {
  execution->status = pme_error_set(execution->error, PME_NO_MEMORY, 0, 0, "out of memory");
  return false;
}

/* The first thread that comes counts the iterations. */
static bool open_loop(sim_cursor *cursor, const sim_node *node) {
  sim_team *team = cursor->team;
  if (team->loop_count == team->loop_capacity && !grow_queue(team))
    return out_of_memory(cursor->execution);
  int64_t iterations = node->rectangular ? count_rectangular(cursor, node, true) : count_rows(cursor, node);
  if (iterations < 0)
    return false;
  team->loop_count++;
  *shared_loop(team, cursor->encounters) = (sim_shared_loop){.iterations = iterations};
  return true;
}

static void leave_loop(sim_cursor *cursor) {
  sim_team *team = cursor->team;
  shared_loop(team, cursor->share.encounter)->threads_left++;
  while (team->loop_count > 0 && team->loops[team->loop_head].threads_left == team->threads) {
    team->loop_head = (team->loop_head + 1) % team->loop_capacity;
    team->loop_count--;
    team->first_encounter++;
  }
}

bool pme__sim_share_enter(sim_cursor *cursor, const sim_node *node) {
  sim_team *team = cursor->team;
  if (cursor->encounters == team->first_encounter + (uint64_t)team->loop_count && !open_loop(cursor, node))
    return false;
  sim_share *share = &cursor->share;
  share->encounter = cursor->encounters++;
  share->next = share->end = share->chunk_number = 0;
  share->row_first = 0;
  share->row_count = -1;
  if (node->rectangular)
    count_rectangular(cursor, node, false);
  return true;
}

/* ---- chunks ---- */

static int64_t ceiling_quotient(int64_t a, int64_t b) { return a / b + (a % b != 0); }

/* Start of static chunk `number` of this thread, or `iterations` if there is none. */
static int64_t static_start(const sim_cursor *cursor, int64_t chunk, int64_t iterations) {
  int64_t round, start;
  if (__builtin_mul_overflow(cursor->share.chunk_number, (int64_t)cursor->team->threads, &round) ||
      __builtin_add_overflow(round, (int64_t)cursor->thread, &round) || __builtin_mul_overflow(round, chunk, &start))
    return iterations;
  return start < iterations ? start : iterations;
}

static bool take_chunk(sim_cursor *cursor, int64_t start, int64_t chunk, int64_t iterations) {
  cursor->share.next = start;
  cursor->share.end = chunk < iterations - start ? start + chunk : iterations;
  return start < iterations;
}

/* Without a chunk: one block a thread, as equal as can be, the larger ones first. This is how libomp and libgomp deal;
 * OpenMP itself asks only for blocks of about equal size. */
static bool take_block(sim_cursor *cursor, int64_t iterations) {
  int64_t size = iterations / cursor->team->threads, larger = iterations % cursor->team->threads;
  int64_t start = cursor->thread * size + (cursor->thread < larger ? cursor->thread : larger);
  if (cursor->share.chunk_number++ > 0)
    return false;
  size += cursor->thread < larger;
  return size > 0 && take_chunk(cursor, start, size, iterations);
}

static bool take_static(sim_cursor *cursor, const sim_node *node, const sim_shared_loop *loop) {
  if (node->chunk == 0)
    return take_block(cursor, loop->iterations);
  int64_t start = static_start(cursor, node->chunk, loop->iterations);
  cursor->share.chunk_number++;
  return take_chunk(cursor, start, node->chunk, loop->iterations);
}

static bool take_on_demand(sim_cursor *cursor, const sim_node *node, sim_shared_loop *loop) {
  int64_t chunk = node->chunk ? node->chunk : 1;
  if (node->schedule == PME_SCHEDULE_GUIDED) {
    int64_t share = ceiling_quotient(loop->iterations - loop->next, cursor->team->threads);
    chunk = share > chunk ? share : chunk;
  }
  bool found = take_chunk(cursor, loop->next, chunk, loop->iterations);
  loop->next = cursor->share.end;
  return found;
}

static bool next_chunk(sim_cursor *cursor, const sim_node *node) {
  sim_shared_loop *loop = shared_loop(cursor->team, cursor->share.encounter);
  if (node->schedule == PME_SCHEDULE_DYNAMIC || node->schedule == PME_SCHEDULE_GUIDED)
    return take_on_demand(cursor, node, loop);
  return take_static(cursor, node, loop);
}

/* ---- pieces: a chunk cut at the ends of the innermost collapsed loop ---- */

/* Sets the iterators to logical iteration k; returns how many iterations of the innermost loop are left from there. */
static int64_t seek_rectangular(sim_cursor *cursor, const sim_node *node, int64_t k) {
  sim_share *share = &cursor->share;
  int64_t left = 0;
  for (int level = node->collapse - 1; level >= 0; level--) {
    const sim_bounds *bounds = &loop_at(node, level)->bounds;
    int64_t index = level > 0 ? k % share->extents[level] : k;
    cursor->iterators[bounds->depth] =
        (int64_t)((uint64_t)share->starts[level] + (uint64_t)index * (uint64_t)bounds->step);
    if (level == node->collapse - 1)
      left = share->extents[level] - index;
    k = level > 0 ? k / share->extents[level] : 0;
  }
  return left;
}

static int64_t seek_row(sim_cursor *cursor, const sim_node *node, int64_t k) {
  sim_share *share = &cursor->share;
  while (share->row_count < 0 || k - share->row_first >= share->row_count) {
    int found = next_row(cursor, node, false);
    if (found <= 0)
      return found; /* 0 cannot be: k is below the number of iterations */
  }
  const sim_bounds *bounds = &loop_at(node, node->collapse - 1)->bounds;
  int64_t index = k - share->row_first;
  cursor->iterators[bounds->depth] =
      (int64_t)((uint64_t)share->starts[node->collapse - 1] + (uint64_t)index * (uint64_t)bounds->step);
  return share->row_count - index;
}

int64_t pme__sim_share_next(sim_cursor *cursor, const sim_node *node) {
  sim_share *share = &cursor->share;
  if (share->next == share->end && !next_chunk(cursor, node)) {
    leave_loop(cursor);
    return 0;
  }
  int64_t k = share->next;
  int64_t left = node->rectangular ? seek_rectangular(cursor, node, k) : seek_row(cursor, node, k);
  if (left <= 0)
    return -1;
  int64_t count = left < share->end - k ? left : share->end - k;
  share->next += count;
  return count;
}
