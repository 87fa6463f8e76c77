/* Lays out the rows of references: loops that leave out no line become one row, the others are run. */
#include "touched_rows.h"

#include <stdlib.h>

#include "analysis/base/integer.h"
#include "analysis/core/tree.h"
#include "analysis/model/loop_tree/loop_shape.h"
#include "loop_ranges.h"
#include "loops_at_rest.h"
#include "private_copies.h"

enum { ROWS_OF_PROGRAM = 4096, LEAST_ROWS_OF_REFERENCE = 64 };
/* Of all threads, of a program and of references that are alike. */
enum { ROWS_OF_THREADS = 16384, THREADS_ROWS_OF_REFERENCE = 2048, MOST_THREADS = 64 };
/* Iterations for each row: those of loops around empty ones lay out none. */
enum { VISITS_OF_ROW = 16 };

/* A loop whose bounds the conditions around a reference narrow. */
enum { MOST_BOUNDS = 6, MOST_CONDITIONS = 6 };
typedef struct narrowed_loop {
  pme_concrete_loop loop;
  pme_affine firsts[MOST_BOUNDS], lasts[MOST_BOUNDS];
} narrowed_loop;

/* The reference that is laid out: one, or several that are alike and leave out no line between them. */
typedef struct layout {
  const pme_concrete *concrete;
  pme__touched_rows *out;
  pme_concrete_access access;
  const pme_concrete_loop *loops[PME_MAX_DEPTH]; /* outermost first */
  int order[PME_MAX_DEPTH];                      /* depths, in the order in which they are run */
  int depth, rows_left, top;
  int64_t visits_left;
  bool free_order; /* no bounds depend on other loops */
  int first_row;   /* of those of this reference */
  int64_t copies;
  bool leaves_out; /* iterations that move the reference */
  int64_t iterators[PME_MAX_DEPTH];
  int dealt; /* depth of the outermost dealt loop; PME_NONE: there is none */
  int thread;
  int condition_count;
  narrowed_loop narrowed[MOST_CONDITIONS];
  int64_t coefficients[MOST_CONDITIONS][PME_MAX_DEPTH]; /* of their new bounds */
  pme__freed_loops freed;
} layout;

/* ---- the loops around a reference ---- */

static bool depends_on(const pme_affine *bounds, int count, int depth) {
  for (int i = 0; i < count; i++)
    if (bounds[i].div_count || (depth < bounds[i].depth && bounds[i].coefficients[depth]))
      return true;
  return false;
}

/* Whether some loop's bounds use the variable of the loop at `depth`. */
static bool bounds_use(const layout *s, int depth) {
  for (int d = depth + 1; d < s->depth; d++)
    if (depends_on(s->loops[d]->firsts, s->loops[d]->first_count, depth) ||
        depends_on(s->loops[d]->lasts, s->loops[d]->last_count, depth))
      return true;
  return false;
}

static int64_t stride(const layout *s, int depth) {
  return llabs(s->access.offset_bytes.coefficients[depth] * s->loops[depth]->step);
}

/* Whether a bound of the loop at depth `inner` uses that at `outer`. */
static bool needs(const layout *s, int inner, int outer) {
  const pme_concrete_loop *loop = s->loops[inner];
  return depends_on(loop->firsts, loop->first_count, outer) || depends_on(loop->lasts, loop->last_count, outer);
}

static bool depends_on_outer(const layout *s, int depth) {
  bool any = false;
  for (int d = 0; d < depth; d++)
    any = any || needs(s, depth, d);
  return any;
}

/* Loops may run in any order but behind those that their bounds use: the smallest stride innermost gives the longest
 * rows. */
static void choose_order(layout *s) {
  s->free_order = true;
  for (int d = 0; d < s->depth; d++) {
    s->order[d] = d;
    s->free_order = s->free_order && !bounds_use(s, d);
  }
  for (int i = 1; i < s->depth; i++)
    for (int j = i; j > 0; j--) {
      int outer = s->order[j - 1], inner = s->order[j];
      if (stride(s, inner) == 0 || (stride(s, outer) != 0 && stride(s, outer) >= stride(s, inner)))
        break;
      if (stride(s, outer) == 0 || needs(s, inner, outer))
        break;
      s->order[j - 1] = inner;
      s->order[j] = outer;
    }
}

static void add_bound(pme_affine *all, int *count, const pme_affine *bounds, const pme_affine *added) {
  for (int i = 0; i < *count; i++)
    all[i] = bounds[i];
  all[(*count)++] = *added;
}

/* Makes a condition, at least 0, a bound of the innermost loop that it uses; of one that uses none says whether it holds.
 * False: it is no bound. */
static bool narrow(layout *s, const pme_affine *condition) {
  int deepest = condition->depth - 1, number = s->condition_count;
  while (deepest >= 0 && condition->coefficients[deepest] == 0)
    deepest--;
  if (condition->div_count == 0 && deepest < 0)
    return condition->constant >= 0;
  if (condition->div_count || number == MOST_CONDITIONS)
    return false;
  const pme_concrete_loop *loop = s->loops[deepest];
  int64_t coefficient = condition->coefficients[deepest];
  if (loop->step != 1 || (coefficient != 1 && coefficient != -1) || loop->first_count == MOST_BOUNDS ||
      loop->last_count == MOST_BOUNDS)
    return false;
  pme_affine bound = {
      .constant = -coefficient * condition->constant, .depth = deepest, .coefficients = s->coefficients[number]};
  for (int d = 0; d < deepest; d++)
    s->coefficients[number][d] = -coefficient * condition->coefficients[d];
  narrowed_loop *narrowed = &s->narrowed[s->condition_count++];
  narrowed->loop = *loop;
  if (coefficient > 0) {
    add_bound(narrowed->firsts, &narrowed->loop.first_count, loop->firsts, &bound);
    narrowed->loop.firsts = narrowed->firsts;
  } else {
    add_bound(narrowed->lasts, &narrowed->loop.last_count, loop->lasts, &bound);
    narrowed->loop.lasts = narrowed->lasts;
  }
  s->loops[deepest] = &narrowed->loop;
  return true;
}

/* Once all loops around the reference are known. */
static bool narrow_all(layout *s, int node) {
  s->condition_count = 0;
  for (int id = pme_concrete_node_at(s->concrete, node)->parent; id != PME_NONE;
       id = pme_concrete_node_at(s->concrete, id)->parent) {
    const pme_concrete_node *around = pme_concrete_node_at(s->concrete, id);
    for (int c = 0; around->kind == PME_NODE_GUARD && c < around->u.guard.condition_count; c++)
      if (!narrow(s, &around->u.guard.conditions[c]))
        return false;
  }
  return true;
}

/* Finds the enclosing loops; false when the reference cannot be laid out (conditions that are no bounds, divisions,
 * places by the thread's number). */
static bool open_reference(layout *s, int node) {
  s->access = pme_concrete_node_at(s->concrete, node)->u.access;
  s->depth = s->access.offset_bytes.depth;
  s->top = pme__concrete_outermost_loop(s->concrete, node);
  s->copies = pme__private_copies(s->concrete, node);
  s->dealt = PME_NONE;
  s->thread = 0;
  for (int id = pme_concrete_node_at(s->concrete, node)->parent; id != PME_NONE;
       id = pme_concrete_node_at(s->concrete, id)->parent) {
    const pme_concrete_node *around = pme_concrete_node_at(s->concrete, id);
    if (around->kind == PME_NODE_LOOP)
      s->loops[around->u.loop.depth] = &around->u.loop;
    if (around->kind == PME_NODE_LOOP && around->u.loop.parallel)
      s->dealt = around->u.loop.depth;
  }
  if (!narrow_all(s, node))
    return false;
  if (s->access.offset_bytes.div_count > 0 || s->access.thread_bytes != 0)
    return false;
  pme__free_of_loops_at_rest(s->loops, s->depth, s->out->by_thread ? s->dealt + 1 : 0, &s->access.offset_bytes,
                             &s->freed);
  choose_order(s);
  return true;
}

/* ---- rows ---- */

/* Whether the row meets the one before it, or leaves out no line between them: they are one then. */
static bool lengthens_last(const layout *s, int64_t low, int64_t high) {
  if (s->out->count == s->first_row)
    return false;
  pme__touched_row *last = &s->out->rows[s->out->count - 1];
  int64_t line = s->out->least_line_bytes;
  if (low >= last->high + line || high <= last->low - line)
    return false;
  last->low = low < last->low ? low : last->low;
  last->high = high > last->high ? high : last->high;
  return true;
}

static bool add_row(layout *s, int64_t a, int64_t b) {
  pme__touched_rows *out = s->out;
  int64_t low = a < b ? a : b, high = (a < b ? b : a) + s->access.size_bytes;
  if (lengthens_last(s, low, high))
    return true;
  if (out->count == out->capacity) {
    int capacity = out->capacity ? 2 * out->capacity : 256;
    pme__touched_row *rows = (pme__touched_row *)pme_reallocate(out->rows, (size_t)capacity * sizeof *rows);
    if (!rows)
      return false;
    out->rows = rows;
    out->capacity = capacity;
  }
  out->rows[out->count++] = (pme__touched_row){low, high, s->access.array, s->top, s->copies, s->thread};
  s->rows_left--;
  return true;
}

/* First value and trip count of the loop at `depth`, at the present iterators; false when it has none. */
static bool loop_range(const layout *s, int depth, int64_t *first, int64_t *trips) {
  *trips = pme__trips_at(s->loops[depth], s->iterators, first);
  return *trips > 0;
}

static bool lay_out(layout *s, int level);

/* Runs a loop in at most `most` evenly spaced iterations, the first and the last among them. */
static bool run_iterations(layout *s, int level, int64_t first, int64_t trips, int64_t most) {
  int depth = s->order[level];
  int64_t visits = trips < most ? trips : most;
  s->leaves_out |= visits < trips && (stride(s, depth) != 0 || bounds_use(s, depth));
  for (int64_t v = 0; v < visits && s->rows_left > 0; v++) {
    if (s->visits_left-- <= 0) {
      s->leaves_out = true;
      return true;
    }
    int64_t i = visits == 1 ? 0 : (int64_t)((double)v * (double)(trips - 1) / (double)(visits - 1));
    s->iterators[depth] = first + i * s->loops[depth]->step;
    if (!lay_out(s, level + 1))
      return false;
  }
  return true;
}

/* Whether the loops from `level` on run through one piece of memory and leave out no line: then it is one row, at *a to
 * *b. */
static bool is_one_row(layout *s, int level, int64_t *a, int64_t *b) {
  int64_t span = s->access.size_bytes;
  for (int l = s->depth - 1; l >= level; l--) {
    int depth = s->order[l];
    int64_t first = 0, trips;
    if (bounds_use(s, depth) || !loop_range(s, depth, &first, &trips) ||
        stride(s, depth) >= span + s->out->least_line_bytes)
      return false;
    span += (trips - 1) * stride(s, depth);
    s->iterators[depth] = stride(s, depth) == s->access.offset_bytes.coefficients[depth] * s->loops[depth]->step
                              ? first
                              : first + (trips - 1) * s->loops[depth]->step;
  }
  *a = pme_affine_value(&s->access.offset_bytes, s->iterators);
  *b = *a + span - s->access.size_bytes;
  return true;
}

/* Iterations of a loop that does not move the reference that are worth a look: those that move it by the bounds of the
 * loops inside, as a loop over tiles does, if each is one row. */
static int64_t visits_at_rest(layout *s, int level, int64_t first) {
  int64_t a, b;
  s->iterators[s->order[level]] = first;
  if (!bounds_use(s, s->order[level]))
    return 1;
  return is_one_row(s, level + 1, &a, &b) ? s->rows_left : 3;
}

static bool lay_out(layout *s, int level) {
  int64_t a, b;
  if (level + 1 < s->depth && is_one_row(s, level, &a, &b))
    return add_row(s, a, b);
  if (level == s->depth) {
    int64_t at = pme_affine_value(&s->access.offset_bytes, s->iterators);
    return add_row(s, at, at);
  }
  int depth = s->order[level];
  int64_t first = 0, trips;
  if (!loop_range(s, depth, &first, &trips))
    return true;
  if (stride(s, depth) == 0)
    return run_iterations(s, level, first, trips, visits_at_rest(s, level, first));
  if (level + 1 < s->depth || stride(s, depth) > PME__GRID_LINE_BYTES / 2)
    return run_iterations(s, level, first, trips, s->rows_left);
  s->iterators[depth] = first;
  a = pme_affine_value(&s->access.offset_bytes, s->iterators);
  s->iterators[depth] = first + (trips - 1) * s->loops[depth]->step;
  return add_row(s, a, pme_affine_value(&s->access.offset_bytes, s->iterators));
}

/* A chunk of the dealt loop: from its iteration `from` on, so many. */
static bool lay_out_chunk(layout *s, const pme_concrete_loop *whole, int64_t first, int64_t from, int64_t length) {
  pme_affine low = {.constant = first + from * whole->step};
  pme_affine high = {.constant = low.constant + (length - 1) * whole->step};
  pme_concrete_loop chunk = *whole;
  chunk.first_count = chunk.last_count = 1;
  chunk.firsts = &low;
  chunk.lasts = &high;
  s->loops[s->dealt] = &chunk;
  bool done = length <= 0 || lay_out(s, 0);
  s->loops[s->dealt] = whole;
  return done;
}

/* The rows of each thread, whose chunks go round in turn, one behind the other. Where that is not known nothing is whole. */
static bool lay_out_by_thread(layout *s) {
  const pme_concrete_loop *whole = s->dealt == PME_NONE ? NULL : s->loops[s->dealt];
  int64_t first = 0, trips = 0;
  s->leaves_out = !whole || depends_on_outer(s, s->dealt) || s->condition_count > 0 || whole->collapse > 1 ||
                  whole->schedule == PME_SCHEDULE_GUIDED || whole->threads > MOST_THREADS;
  if (s->leaves_out || !loop_range(s, s->dealt, &first, &trips))
    return true;
  int64_t threads = whole->threads, share = trips / threads, longer = trips % threads;
  int64_t chunk = whole->chunk > 0 || whole->schedule == PME_SCHEDULE_STATIC ? whole->chunk : 1;
  for (s->thread = 0; s->thread < threads; s->thread++) {
    s->first_row = s->out->count;
    int64_t before = s->thread * share + (s->thread < longer ? s->thread : longer);
    if (chunk == 0 && !lay_out_chunk(s, whole, first, before, share + (s->thread < longer)))
      return false;
    for (int64_t from = s->thread * chunk; chunk > 0 && from < trips && !s->leaves_out; from += threads * chunk) {
      s->leaves_out = s->visits_left-- <= 0 || s->rows_left <= 0;
      if (!s->leaves_out && !lay_out_chunk(s, whole, first, from, from + chunk < trips ? chunk : trips - from))
        return false;
    }
  }
  return true;
}

/* All rows at once, where trip counts do not vary and each stride is longer than what the smaller ones add up to. */
static void add_grid(layout *s) {
  pme__row_grid g = {.array = s->access.array, .top = s->top, .length = s->access.size_bytes, .rows = 1};
  int64_t hull = g.length, first, trips;
  for (int l = s->depth - 1; l >= 0; l--) {
    int depth = s->order[l];
    int64_t step = stride(s, depth);
    first = 0;
    if (!s->free_order || !loop_range(s, depth, &first, &trips))
      return;
    if (step == 0 || trips == 1)
      continue;
    bool lengthens = g.rows == 1 && step < g.length + s->out->least_line_bytes;
    if (!lengthens && step < hull + PME__GRID_LINE_BYTES)
      return;
    g.rows *= lengthens ? 1 : (double)trips;
    g.granule_bytes = lengthens ? g.granule_bytes : pme__gcd(g.granule_bytes, step);
    hull += (trips - 1) * step;
    g.length = lengthens ? hull : g.length;
  }
  s->out->grids[s->out->grid_count++] = g;
}

/* All that the reference may touch, by interval arithmetic. */
static void add_hull(layout *s) {
  int64_t lows[PME_MAX_DEPTH], highs[PME_MAX_DEPTH], low, high;
  pme__loop_ranges(s->loops, s->depth, lows, highs);
  pme__range_in_box(&s->access.offset_bytes, lows, highs, &low, &high);
  s->out->hulls[s->out->hull_count++] =
      (pme__touched_row){low, high + s->access.size_bytes, s->access.array, s->top, 1, 0};
}

/* A reference, for sorting. */
typedef struct candidate {
  int reference, parent;
  const pme_concrete_access *access;
} candidate;

/* Order of what moves: 0 for references of one body that move alike in the same array. */
static int compare_moves(const candidate *a, const candidate *b) {
  const pme_affine *p = &a->access->offset_bytes, *q = &b->access->offset_bytes;
  if (a->parent != b->parent)
    return a->parent < b->parent ? -1 : 1;
  if (a->access->array != b->access->array)
    return a->access->array < b->access->array ? -1 : 1;
  if (a->access->thread_bytes != b->access->thread_bytes)
    return a->access->thread_bytes < b->access->thread_bytes ? -1 : 1;
  if (p->div_count || q->div_count)
    return a->reference < b->reference ? -1 : a->reference > b->reference;
  if (p->depth != q->depth)
    return p->depth < q->depth ? -1 : 1;
  for (int d = 0; d < p->depth; d++)
    if (p->coefficients[d] != q->coefficients[d])
      return p->coefficients[d] < q->coefficients[d] ? -1 : 1;
  return 0;
}

static int compare_candidates(const void *left, const void *right) {
  const candidate *a = (const candidate *)left, *b = (const candidate *)right;
  int moves = compare_moves(a, b);
  int64_t p = a->access->offset_bytes.constant, q = b->access->offset_bytes.constant;
  return moves ? moves : (p > q) - (p < q);
}

/* Of arrays some rows of which were left out no others are asked for. */
static int rows_of_threads_left(const layout *s, int array) {
  for (int i = 0; i < s->out->hull_count; i++)
    if (s->out->hulls[i].array == array)
      return 0;
  int left = ROWS_OF_THREADS - s->out->count;
  return left < THREADS_ROWS_OF_REFERENCE ? left : THREADS_ROWS_OF_REFERENCE;
}

/* Lays out candidates from the first one on that are alike and leave out no line; returns how many. -1: no memory. */
static int lay_out_alike(layout *s, const pme_prediction *p, const candidate *from, const candidate *end, int share,
                         double *bytes_of) {
  int64_t high = from->access->offset_bytes.constant + from->access->size_bytes;
  const candidate *next = from + 1;
  for (; next < end && compare_moves(from, next) == 0 &&
         next->access->offset_bytes.constant < high + s->out->least_line_bytes;
       next++) {
    int64_t top = next->access->offset_bytes.constant + next->access->size_bytes;
    high = top > high ? top : high;
  }
  int count = (int)(next - from), before = s->out->count;
  double bytes = 0;
  s->first_row = before;
  s->rows_left = s->out->by_thread ? rows_of_threads_left(s, from->access->array) : share * count;
  s->visits_left = (int64_t)VISITS_OF_ROW * s->rows_left;
  s->leaves_out = false;
  if (open_reference(s, p->references[from->reference].node)) {
    s->access.size_bytes = high - s->access.offset_bytes.constant;
    if (!s->out->by_thread)
      add_grid(s);
    if (!(s->out->by_thread ? lay_out_by_thread(s) : lay_out(s, 0)))
      return -1;
  }
  if (s->leaves_out || s->rows_left <= 0)
    add_hull(s);
  for (int i = before; i < s->out->count; i++)
    bytes += (double)(s->out->rows[i].high - s->out->rows[i].low);
  for (const candidate *c = from; c < next; c++)
    bytes_of[c->reference] = bytes / count;
  return count;
}

static bool lay_out_all(layout *s, const pme_prediction *p, candidate *candidates, double *bytes_of) {
  int share = ROWS_OF_PROGRAM / (p->reference_count ? p->reference_count : 1), count = 0, done = 0;
  share = share > LEAST_ROWS_OF_REFERENCE ? share : LEAST_ROWS_OF_REFERENCE;
  for (int r = 0; r < p->reference_count; r++) {
    const pme_concrete_node *node = pme_concrete_node_at(s->concrete, p->references[r].node);
    bytes_of[r] = 0;
    bool is_apart = s->out->by_thread && pme_concrete_array_at(s->concrete, node->u.access.array)->is_private;
    if (p->references[r].modelled && !is_apart)
      candidates[count++] = (candidate){r, node->parent, &node->u.access};
  }
  qsort(candidates, (size_t)count, sizeof *candidates, compare_candidates);
  for (int i = 0; i < count && done >= 0; i += done)
    done = lay_out_alike(s, p, candidates + i, candidates + count, share, bytes_of);
  return done >= 0;
}

bool pme__touched_rows_collect(const pme_prediction *p, double *bytes_of, pme__touched_rows *out) {
  size_t references = (size_t)p->reference_count + 1;
  candidate *candidates = (candidate *)pme_reallocate(NULL, references * sizeof *candidates);
  layout *s = (layout *)pme_reallocate(NULL, sizeof *s);
  out->grids = (pme__row_grid *)pme_reallocate(NULL, references * sizeof *out->grids);
  out->hulls = (pme__touched_row *)pme_reallocate(NULL, references * sizeof *out->hulls);
  bool done = candidates && s && out->grids && out->hulls;
  if (done) {
    *s = (layout){.concrete = out->concrete, .out = out};
    done = lay_out_all(s, p, candidates, bytes_of);
  }
  pme_reallocate(candidates, 0);
  pme_reallocate(s, 0);
  return done;
}

void pme__touched_rows_close(pme__touched_rows *rows) {
  pme_reallocate(rows->rows, 0);
  pme_reallocate(rows->grids, 0);
  pme_reallocate(rows->hulls, 0);
}
