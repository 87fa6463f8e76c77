/* Lines of arrays, counted from the rows that references touch: the number of first touches. */
#include "first_touch_bound.h"

#include <stdlib.h>

enum { ROWS_OF_PROGRAM = 16384, LEAST_ROWS_OF_REFERENCE = 64, SMALLEST_LINE_BYTES = 64 };
static const int64_t LEAST_BYTES_OF_ROW = 8192; /* many lines: where it begins in one does not matter */

static const double MOSTLY = 0.98;

/* Bytes [low, high) of an array, from its base on; then of the space that it lies in. */
typedef struct row {
  int64_t low, high;
  int array; /* then the first of those that it overlaps */
} row;

/* Rows of equal length that are apart from each other: counted, however many there are. */
typedef struct grid {
  int array;
  int64_t length;
  double rows;
} grid;

typedef struct sweep {
  const pme_concrete *concrete;
  row *rows;
  int count, capacity;
  grid *grids; /* at most one a reference */
  int grid_count;
  int64_t least_line_bytes; /* of all levels: where less than that is left out, no line is */
  /* of the references that are looked at: one, or several that are alike and leave out no line between them */
  pme_concrete_access access;
  const pme_concrete_loop *loops[PME_MAX_DEPTH]; /* outermost first */
  int order[PME_MAX_DEPTH];                      /* depths, in the order in which they are run */
  int depth, rows_left;
  bool free_order; /* no bounds depend on other loops */
  int64_t iterators[PME_MAX_DEPTH];
} sweep;

/* ---- the loops around a reference ---- */

static bool depends_on(const pme_affine *bounds, int count, int depth) {
  for (int i = 0; i < count; i++)
    if (bounds[i].div_count || (depth < bounds[i].depth && bounds[i].coefficients[depth]))
      return true;
  return false;
}

/* Whether some loop's bounds use the variable of the loop at `depth`. */
static bool bounds_use(const sweep *s, int depth) {
  for (int d = depth + 1; d < s->depth; d++)
    if (depends_on(s->loops[d]->firsts, s->loops[d]->first_count, depth) ||
        depends_on(s->loops[d]->lasts, s->loops[d]->last_count, depth))
      return true;
  return false;
}

static int64_t stride(const sweep *s, int depth) {
  return llabs(s->access.offset_bytes.coefficients[depth] * s->loops[depth]->step);
}

/* Loops on which no bound depends may run in any order: the smallest stride innermost gives the longest rows. */
static void choose_order(sweep *s) {
  s->free_order = true;
  for (int d = 0; d < s->depth; d++) {
    s->order[d] = d;
    s->free_order = s->free_order && !bounds_use(s, d);
  }
  for (int i = 1; s->free_order && i < s->depth; i++)
    for (int j = i; j > 0; j--) {
      int outer = s->order[j - 1], inner = s->order[j];
      if (stride(s, inner) == 0 || (stride(s, outer) != 0 && stride(s, outer) >= stride(s, inner)))
        break;
      if (stride(s, outer) == 0)
        break;
      s->order[j - 1] = inner;
      s->order[j] = outer;
    }
}

/* Finds the enclosing loops; false when the reference cannot be laid out (conditions, divisions, places by the
 * thread's number). */
static bool open_reference(sweep *s, int node) {
  s->access = pme_concrete_node_at(s->concrete, node)->u.access;
  s->depth = s->access.offset_bytes.depth;
  for (int id = pme_concrete_node_at(s->concrete, node)->parent; id != PME_NONE;
       id = pme_concrete_node_at(s->concrete, id)->parent) {
    const pme_concrete_node *around = pme_concrete_node_at(s->concrete, id);
    if (around->kind == PME_NODE_GUARD && around->u.guard.condition_count)
      return false;
    if (around->kind == PME_NODE_LOOP)
      s->loops[around->u.loop.depth] = &around->u.loop;
  }
  choose_order(s);
  return s->access.offset_bytes.div_count == 0 && s->access.thread_bytes == 0;
}

/* ---- rows ---- */

static bool add_row(sweep *s, int64_t a, int64_t b) {
  if (s->count == s->capacity) {
    int capacity = s->capacity ? 2 * s->capacity : 256;
    row *rows = (row *)pme_reallocate(s->rows, (size_t)capacity * sizeof *rows);
    if (!rows)
      return false;
    s->rows = rows;
    s->capacity = capacity;
  }
  row *r = &s->rows[s->count++];
  *r = (row){a < b ? a : b, (a < b ? b : a) + s->access.size_bytes, s->access.array};
  s->rows_left--;
  return true;
}

/* First and last value of a loop at the present iterators; false when it has none. */
static bool loop_range(const sweep *s, const pme_concrete_loop *loop, int64_t *first, int64_t *trips) {
  int64_t last = 0;
  bool up = loop->step > 0;
  for (int i = 0; i < loop->first_count; i++) {
    int64_t value = pme_affine_value(&loop->firsts[i], s->iterators);
    if (i == 0 || (up ? value > *first : value < *first))
      *first = value;
  }
  for (int i = 0; i < loop->last_count; i++) {
    int64_t value = pme_affine_value(&loop->lasts[i], s->iterators);
    if (i == 0 || (up ? value < last : value > last))
      last = value;
  }
  if (up ? last < *first : last > *first)
    return false;
  *trips = (last - *first) / loop->step + 1;
  return true;
}

static bool lay_out(sweep *s, int level);

/* Runs a loop in at most `most` evenly spaced iterations, the first and the last among them. */
static bool run_iterations(sweep *s, int level, int64_t first, int64_t trips, int64_t most) {
  int depth = s->order[level];
  int64_t visits = trips < most ? trips : most;
  for (int64_t v = 0; v < visits && s->rows_left > 0; v++) {
    int64_t i = visits == 1 ? 0 : (int64_t)((double)v * (double)(trips - 1) / (double)(visits - 1));
    s->iterators[depth] = first + i * s->loops[depth]->step;
    if (!lay_out(s, level + 1))
      return false;
  }
  return true;
}

/* Whether the loops from `level` on run through one piece of memory and leave out no line: then it is one row, at *a to
 * *b. */
static bool is_one_row(sweep *s, int level, int64_t *a, int64_t *b) {
  int64_t span = s->access.size_bytes;
  for (int l = s->depth - 1; l >= level; l--) {
    int depth = s->order[l];
    int64_t first = 0, trips;
    if (bounds_use(s, depth) || !loop_range(s, s->loops[depth], &first, &trips) ||
        stride(s, depth) >= span + s->least_line_bytes)
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
static int64_t visits_at_rest(sweep *s, int level, int64_t first) {
  int64_t a, b;
  s->iterators[s->order[level]] = first;
  return bounds_use(s, s->order[level]) && is_one_row(s, level + 1, &a, &b) ? s->rows_left : 3;
}

static bool lay_out(sweep *s, int level) {
  int64_t a, b;
  if (level + 1 < s->depth && is_one_row(s, level, &a, &b))
    return add_row(s, a, b);
  if (level == s->depth) {
    int64_t at = pme_affine_value(&s->access.offset_bytes, s->iterators);
    return add_row(s, at, at);
  }
  int depth = s->order[level];
  int64_t first = 0, trips;
  if (!loop_range(s, s->loops[depth], &first, &trips))
    return true;
  if (stride(s, depth) == 0)
    return run_iterations(s, level, first, trips, visits_at_rest(s, level, first));
  if (level + 1 < s->depth || stride(s, depth) > SMALLEST_LINE_BYTES / 2)
    return run_iterations(s, level, first, trips, s->rows_left);
  s->iterators[depth] = first;
  a = pme_affine_value(&s->access.offset_bytes, s->iterators);
  s->iterators[depth] = first + (trips - 1) * s->loops[depth]->step;
  return add_row(s, a, pme_affine_value(&s->access.offset_bytes, s->iterators));
}

/* All rows at once, where trip counts do not vary and each stride is longer than what the smaller ones add up to. */
static void add_grid(sweep *s) {
  grid g = {s->access.array, s->access.size_bytes, 1};
  int64_t hull = g.length, first, trips;
  for (int l = s->depth - 1; l >= 0; l--) {
    int depth = s->order[l];
    int64_t step = stride(s, depth);
    first = 0;
    if (!s->free_order || !loop_range(s, s->loops[depth], &first, &trips))
      return;
    if (step == 0 || trips == 1)
      continue;
    bool lengthens = g.rows == 1 && step < g.length + s->least_line_bytes;
    if (!lengthens && step < hull + SMALLEST_LINE_BYTES)
      return;
    g.rows *= lengthens ? 1 : (double)trips;
    hull += (trips - 1) * step;
    g.length = lengthens ? hull : g.length;
  }
  s->grids[s->grid_count++] = g;
}

/* ---- arrays that overlap ---- */

/* What is known to lie at a distance: arrays of one group, and those with an address. Others have a space of their own.
 */
static int space_of(const pme_concrete *concrete, int array) {
  const pme_concrete_array *a = pme_concrete_array_at(concrete, array);
  if (!a->has_base)
    return array;
  return a->group == PME_NONE ? -1 : -2 - a->group;
}

typedef struct span {
  int space, array;
  int64_t low, high;
} span;

static int compare_spans(const void *left, const void *right) {
  const span *a = (const span *)left, *b = (const span *)right;
  if (a->space != b->space)
    return a->space < b->space ? -1 : 1;
  return (a->low > b->low) - (a->low < b->low);
}

static int find_spans(const sweep *s, int arrays, span *spans) {
  int count = 0;
  for (int a = 0; a < arrays; a++)
    spans[a] = (span){space_of(s->concrete, a), a, INT64_MAX, INT64_MIN};
  for (int i = 0; i < s->count; i++) {
    span *of = &spans[s->rows[i].array];
    of->low = s->rows[i].low < of->low ? s->rows[i].low : of->low;
    of->high = s->rows[i].high > of->high ? s->rows[i].high : of->high;
  }
  for (int a = 0; a < arrays; a++)
    if (spans[a].low < spans[a].high)
      spans[count++] = spans[a];
  qsort(spans, (size_t)count, sizeof *spans, compare_spans);
  return count;
}

/* Rows count from the start of their space, and arrays that may overlap there become one: block_of[array] is the first
 * of them. */
static bool join_arrays(sweep *s, int *block_of) {
  int arrays = pme_program_array_count(pme_concrete_program(s->concrete)), block = PME_NONE;
  span *spans = (span *)pme_reallocate(NULL, ((size_t)arrays + 1) * sizeof *spans);
  int64_t high = 0;
  if (!spans)
    return false;
  for (int i = 0; i < s->count; i++) {
    const pme_concrete_array *array = pme_concrete_array_at(s->concrete, s->rows[i].array);
    int64_t base = array->has_base ? (int64_t)array->base_bytes : 0;
    s->rows[i].low += base;
    s->rows[i].high += base;
  }
  int count = find_spans(s, arrays, spans);
  for (int i = 0; i < count; i++) {
    bool apart = i == 0 || spans[i].space != spans[i - 1].space || spans[i].low >= high;
    block = apart ? spans[i].array : block;
    high = apart || spans[i].high > high ? spans[i].high : high;
    block_of[spans[i].array] = block;
  }
  for (int i = 0; i < s->count; i++)
    s->rows[i].array = block_of[s->rows[i].array];
  pme_reallocate(spans, 0);
  return true;
}

/* ---- lines ---- */

static int compare_rows(const void *left, const void *right) {
  const row *a = (const row *)left, *b = (const row *)right;
  if (a->array != b->array)
    return a->array < b->array ? -1 : 1;
  return (a->low > b->low) - (a->low < b->low);
}

/* Lines of sorted rows, at least: a piece of n bytes lies on (n + line - 1) / line lines, rounded down. */
static double count_lines(const row *rows, int count, int line_bytes) {
  double lines = 0;
  for (int i = 0; i < count;) {
    int64_t low = rows[i].low, high = rows[i].high;
    for (i++; i < count && rows[i].low < high + line_bytes; i++)
      if (rows[i].high > high)
        high = rows[i].high;
    lines += (double)((high - low + line_bytes - 1) / line_bytes);
  }
  return lines;
}

/* ---- raising ---- */

/* What the lines of a block of arrays are shared out by. */
typedef struct shares {
  const double *bytes_of; /* per reference: those of its rows */
  const int *block_of;    /* per array */
} shares;

static bool touches(const pme_prediction *p, const shares *by, int r, int block) {
  return p->references[r].modelled &&
         by->block_of[pme_concrete_node_at(p->concrete, p->references[r].node)->u.access.array] == block;
}

static void raise_level(pme_prediction *p, int level, int block, const shares *by, double lines) {
  double misses = 0, weight = 0;
  for (int r = 0; r < p->reference_count; r++) {
    if (!touches(p, by, r, block))
      continue;
    misses += p->references[r].levels[level].misses;
    weight += p->references[r].levels[level].accesses > 0 ? by->bytes_of[r] : 0;
  }
  for (int r = 0; r < p->reference_count && misses < lines && weight > 0; r++) {
    pme_misses *m = &p->references[r].levels[level];
    if (!touches(p, by, r, block) || !(m->accesses > 0))
      continue;
    double more = (lines - misses) * by->bytes_of[r] / weight;
    m->misses += more;
    m->cold += more;
    m->high = m->high > m->misses ? m->high : m->misses;
    if (m->precision == PME_PRECISION_EXACT)
      m->precision = PME_PRECISION_ESTIMATE;
  }
}

/* ---- first touches ---- */

/* Whether every access of the block belongs to one grid of rows that are long, compared with lines. */
static const grid *only_grid(const sweep *s, const pme_prediction *p, int block, const shares *by) {
  const grid *only = NULL;
  for (int i = 0; i < s->grid_count; i++)
    if (by->block_of[s->grids[i].array] == block) {
      if (only)
        return NULL;
      only = &s->grids[i];
    }
  for (int r = 0; r < p->reference_count && only; r++) {
    int array = pme_concrete_node_at(p->concrete, p->references[r].node)->u.access.array;
    if (by->block_of[array] == block && (!p->references[r].modelled || by->bytes_of[r] == 0))
      return NULL;
  }
  return only && only->length >= LEAST_BYTES_OF_ROW ? only : NULL;
}

static void sum_block(const pme_prediction *p, int level, int block, const shares *by, double *misses, double *cold) {
  *misses = *cold = 0;
  for (int r = 0; r < p->reference_count; r++)
    if (touches(p, by, r, block)) {
      *misses += p->references[r].levels[level].misses;
      *cold += p->references[r].levels[level].cold;
    }
}

static void add_cold(pme_misses *m, double more) {
  m->cold += more;
  m->misses += more;
  m->low = m->low + more > 0 ? m->low + more : 0;
  m->high = m->high + more < m->accesses ? m->high + more : m->accesses;
}

/* First touches are sampled, as all misses are. Where one instance of a cache sees them all, and they are one grid,
 * their number is known: lines that a row meets (on average over where it begins in a line) * rows. */
static void settle_first_touches(const sweep *s, pme_prediction *p, int level, int block, const shares *by) {
  const grid *only = only_grid(s, p, block, by);
  double line_bytes = p->machine->levels[level].line_bytes, misses, cold;
  sum_block(p, level, block, by, &misses, &cold);
  if (!only || p->level_info[level].instances != 1 || line_bytes > SMALLEST_LINE_BYTES || !(cold > MOSTLY * misses))
    return;
  double factor = only->rows * ((double)only->length + line_bytes - 1) / line_bytes / cold;
  for (int r = 0; r < p->reference_count; r++)
    if (touches(p, by, r, block) && p->references[r].levels[level].precision != PME_PRECISION_EXACT)
      add_cold(&p->references[r].levels[level], (factor - 1) * p->references[r].levels[level].cold);
}

/* Those of the largest grid, at least. */
static double lines_of_grids(const sweep *s, int block, const int *block_of, int line_bytes) {
  double most = 0;
  for (int i = 0; i < s->grid_count; i++) {
    const grid *g = &s->grids[i];
    double lines = g->rows * (double)((g->length + line_bytes - 1) / line_bytes);
    if (block_of[g->array] == block && lines > most && line_bytes <= SMALLEST_LINE_BYTES)
      most = lines;
  }
  return most;
}

static void raise_block(const sweep *s, pme_prediction *p, const row *rows, int count, const shares *by) {
  int block = rows[0].array;
  for (int l = 0; l < p->level_count; l++) {
    int line_bytes = p->machine->levels[l].line_bytes;
    settle_first_touches(s, p, l, block, by);
    double lines = count_lines(rows, count, line_bytes);
    double in_grid = lines_of_grids(s, block, by->block_of, line_bytes);
    raise_level(p, l, block, by, lines > in_grid ? lines : in_grid);
  }
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

/* Lays out candidates from the first one on that are alike and leave out no line; returns how many. -1: no memory. */
static int lay_out_next(sweep *s, const pme_prediction *p, const candidate *from, const candidate *end, int share,
                        double *bytes_of) {
  int64_t high = from->access->offset_bytes.constant + from->access->size_bytes;
  const candidate *next = from + 1;
  for (;
       next < end && compare_moves(from, next) == 0 && next->access->offset_bytes.constant < high + s->least_line_bytes;
       next++) {
    int64_t top = next->access->offset_bytes.constant + next->access->size_bytes;
    high = top > high ? top : high;
  }
  int count = (int)(next - from), before = s->count;
  double bytes = 0;
  s->rows_left = share * count;
  if (open_reference(s, p->references[from->reference].node)) {
    s->access.size_bytes = high - s->access.offset_bytes.constant;
    add_grid(s);
    if (!lay_out(s, 0))
      return -1;
  }
  for (int i = before; i < s->count; i++)
    bytes += (double)(s->rows[i].high - s->rows[i].low);
  for (const candidate *c = from; c < next; c++)
    bytes_of[c->reference] = bytes / count;
  return count;
}

static bool lay_out_all(sweep *s, const pme_prediction *p, double *bytes_of) {
  int share = ROWS_OF_PROGRAM / (p->reference_count ? p->reference_count : 1), count = 0, done = 0;
  candidate *candidates = (candidate *)pme_reallocate(NULL, ((size_t)p->reference_count + 1) * sizeof *candidates);
  if (!candidates)
    return false;
  share = share > LEAST_ROWS_OF_REFERENCE ? share : LEAST_ROWS_OF_REFERENCE;
  for (int r = 0; r < p->reference_count; r++) {
    const pme_concrete_node *node = pme_concrete_node_at(s->concrete, p->references[r].node);
    bytes_of[r] = 0;
    if (p->references[r].modelled)
      candidates[count++] = (candidate){r, node->parent, &node->u.access};
  }
  qsort(candidates, (size_t)count, sizeof *candidates, compare_candidates);
  for (int i = 0; i < count && done >= 0; i += done)
    done = lay_out_next(s, p, candidates + i, candidates + count, share, bytes_of);
  pme_reallocate(candidates, 0);
  return done >= 0;
}

/* bytes_of: per reference, block_of: per array. False: out of memory. */
static bool raise(sweep *s, pme_prediction *p, double *bytes_of, int *block_of) {
  shares by = {bytes_of, block_of};
  s->grids = (grid *)pme_reallocate(NULL, ((size_t)p->reference_count + 1) * sizeof *s->grids);
  if (!s->grids || !lay_out_all(s, p, bytes_of) || !join_arrays(s, block_of))
    return false;
  if (s->count)
    qsort(s->rows, (size_t)s->count, sizeof *s->rows, compare_rows);
  for (int i = 0, end; i < s->count; i = end) {
    for (end = i; end < s->count && s->rows[end].array == s->rows[i].array;)
      end++;
    raise_block(s, p, s->rows + i, end - i, &by);
  }
  return true;
}

pme_status pme__raise_to_first_touches(pme_prediction *p) {
  size_t references = (size_t)p->reference_count + 1;
  size_t arrays = (size_t)pme_program_array_count(pme_concrete_program(p->concrete)) + 1;
  sweep *s = (sweep *)pme_reallocate(NULL, sizeof *s);
  double *bytes_of = (double *)pme_reallocate(NULL, references * sizeof *bytes_of);
  int *block_of = (int *)pme_reallocate(NULL, arrays * sizeof *block_of);
  if (s)
    *s = (sweep){.concrete = p->concrete, .least_line_bytes = SMALLEST_LINE_BYTES};
  for (int l = 0; s && l < p->level_count; l++)
    if (p->machine->levels[l].line_bytes < s->least_line_bytes)
      s->least_line_bytes = p->machine->levels[l].line_bytes;
  for (size_t a = 0; block_of && a < arrays; a++)
    block_of[a] = (int)a;
  bool done = s && bytes_of && block_of && raise(s, p, bytes_of, block_of);
  if (s) {
    pme_reallocate(s->rows, 0);
    pme_reallocate(s->grids, 0);
  }
  pme_reallocate(s, 0);
  pme_reallocate(bytes_of, 0);
  pme_reallocate(block_of, 0);
  return done ? PME_OK : PME_NO_MEMORY;
}
