/* Listing rows, finding them again. */
#include "walk_rows.h"

#include "loop_shape.h"

enum { MOST_ROWS = 1 << 15 };
static const int64_t MOST_ITERATIONS = INT64_C(1) << 50;

typedef pme__walk_rows walk_rows;

/* ---- listing ---- */

typedef struct lister {
  walk_rows *rows;
  int64_t values[PME_MAX_DEPTH]; /* source values of the present row */
  bool writes;                   /* else it counts only */
  int64_t visits;
} lister;

static bool add_row(lister *l, int64_t first, int64_t trips) {
  walk_rows *r = l->rows;
  int innermost = r->loops - 1;
  int64_t row = r->row_count++, x = r->iterations;
  r->iterations += trips;
  r->longest = trips > r->longest ? trips : r->longest;
  if (r->row_count > MOST_ROWS || trips > MOST_ITERATIONS || r->iterations > MOST_ITERATIONS)
    return false;
  for (int c = 0; c < innermost && l->writes; c++)
    r->values[c][row] = l->values[r->loop_of[c]->depth];
  if (l->writes) {
    r->values[innermost][row] = first - r->loop_of[innermost]->step * x;
    r->begins[row] = x;
    r->ends[row] = r->iterations - 1;
  }
  return true;
}

static bool list_rows(lister *l, int c) {
  const pme_concrete_loop *loop = l->rows->loop_of[c];
  int64_t first = 0, trips;
  if (++l->visits > INT64_C(4) * MOST_ROWS)
    return false;
  trips = pme__trips_at(loop, l->values, &first);
  if (c == l->rows->loops - 1)
    return trips == 0 || add_row(l, first, trips);
  for (int64_t i = 0; i < trips; i++) {
    l->values[loop->depth] = first + i * loop->step;
    if (!list_rows(l, c + 1))
      return false;
  }
  return true;
}

static bool list_all(walk_rows *rows, bool writes) {
  lister l = {.rows = rows, .writes = writes};
  rows->row_count = rows->iterations = rows->longest = 0;
  return list_rows(&l, 0);
}

static bool allocate(walk_rows *rows, pme_arena *arena) {
  rows->begins = PME_ARENA_NEW(arena, int64_t, rows->row_count);
  rows->ends = PME_ARENA_NEW(arena, int64_t, rows->row_count);
  bool all = rows->begins && rows->ends;
  for (int c = 0; c < rows->loops; c++) {
    rows->values[c] = PME_ARENA_NEW(arena, int64_t, rows->row_count);
    all = all && rows->values[c];
  }
  return all;
}

pme_status pme__walk_rows_create(const pme__walk_builder *b, const int *sources, int count, walk_rows **out) {
  walk_rows *rows = PME_ARENA_NEW(b->arena, walk_rows, 1);
  *out = NULL;
  if (!rows)
    return PME_NO_MEMORY;
  *rows = (walk_rows){.loops = count};
  for (int c = 0; c < count; c++)
    rows->loop_of[c] = &pme_concrete_node_at(b->concrete, sources[c])->u.loop;
  if (!list_all(rows, false))
    return PME_OK;
  if (!allocate(rows, b->arena))
    return PME_NO_MEMORY;
  list_all(rows, true);
  *out = rows;
  return PME_OK;
}

/* ---- finding ---- */

int64_t pme__walk_row_of(const walk_rows *rows, int64_t x) {
  int64_t low = 0, high = rows->row_count; /* one of low .. high - 1 */
  while (high - low > 1) {
    int64_t middle = low + (high - low) / 2;
    if (rows->begins[middle] <= x)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Whether the row runs after the iteration of the outer loops. */
static bool runs_after(const walk_rows *rows, int64_t row, const int64_t *source_values) {
  for (int c = 0; c < rows->loops - 1; c++) {
    int64_t own = rows->values[c][row], other = source_values[rows->loop_of[c]->depth];
    if (own != other)
      return rows->loop_of[c]->step > 0 ? own > other : own < other;
  }
  return false;
}

int64_t pme__walk_row_at(const walk_rows *rows, const int64_t *source_values, int64_t *x) {
  const pme_concrete_loop *innermost = rows->loop_of[rows->loops - 1];
  int64_t low = 0, high = rows->row_count;
  while (high - low > 1) {
    int64_t middle = low + (high - low) / 2;
    if (runs_after(rows, middle, source_values))
      high = middle;
    else
      low = middle;
  }
  *x = (source_values[innermost->depth] - rows->values[rows->loops - 1][low]) / innermost->step;
  return low;
}
