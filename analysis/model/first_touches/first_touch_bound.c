/* Raises the misses of each array to the number of its lines, counted from the rows that references touch. */
#include "first_touch_bound.h"

#include <math.h>

#include "analysis/base/integer.h"
#include "analysis/core/tree.h"
#include "first_touch_most.h"
#include "instance_lines.h"
#include "touched_rows.h"

static const int64_t LEAST_BYTES_OF_ROW = 8192; /* many lines: where it begins in one does not matter */

/* Rows of several arrays that begin at unknown places may share lines: of those that are counted so many are sure. */
static const double SURE = 0.99;

/* All but so small a share of the misses of the array are first touches. */
static const double MOSTLY = 0.98;

/* Half-widths of what was sampled that may lie between it and the lines. */
static const double REACH = 1.5;

/* Of the lines: the samples have met most of them. */
static const double MET = 0.5;

/* Pieces that rows make, beside the lines that they have. */
static const double MOST_PIECES = 0.02;

/* So many begin at all places that they may begin at, alike. */
static const double MANY_ROWS = 1000;

/* ---- lines ---- */

/* Of all loops. */
enum { ANY_TOP = PME_NONE - 1 };

static bool is_of(int top, int64_t copies, const pme__touched_row *row) {
  return (top == ANY_TOP || row->top == top) && row->copies >= copies;
}

/* Lines of sorted rows, at least, of an outermost loop and of `copies` or more: a piece of n bytes lies on
 * (n + line - 1) / line lines, rounded down. */
static double count_lines(const pme__touched_row *rows, int count, int top, int64_t copies, int line_bytes) {
  double lines = 0;
  for (int i = 0; i < count;) {
    int64_t low = rows[i].low, high = rows[i].high;
    if (!is_of(top, copies, &rows[i++]))
      continue;
    for (; i < count && rows[i].low < high + line_bytes; i++)
      if (rows[i].high > high && is_of(top, copies, &rows[i]))
        high = rows[i].high;
    lines += (double)((high - low + line_bytes - 1) / line_bytes);
  }
  return lines;
}

/* Those of all copies of private arrays, of an outermost loop: more threads come to some of the rows. */
static double count_with_copies(const pme__touched_row *rows, int count, int top, int line_bytes) {
  int64_t copies = 1;
  for (int i = 0; i < count; i++)
    if (is_of(top, 2, &rows[i]) && (copies == 1 || rows[i].copies < copies))
      copies = rows[i].copies;
  double once = count_lines(rows, count, top, 1, line_bytes);
  return copies == 1 ? once : once + (double)(copies - 1) * count_lines(rows, count, top, copies, line_bytes);
}

/* Threads that may have a copy of the block's arrays. */
static int most_copies(const pme_prediction *p, const int *block_of, int block) {
  int most = 1;
  for (int r = 0; r < p->reference_count; r++) {
    const pme_concrete_access *access = &pme_concrete_node_at(p->concrete, p->references[r].node)->u.access;
    if (block_of[access->array] == block && pme_concrete_array_at(p->concrete, access->array)->is_private &&
        access->threads > most)
      most = access->threads;
  }
  return most;
}

/* ---- raising ---- */

/* What the lines of a block of arrays are shared out by. */
typedef struct shares {
  const double *bytes_of; /* per reference: those of its rows */
  const int *block_of;    /* per array */
  int *of_reference;      /* its block; PME_NONE: it is not modelled */
} shares;

/* The outermost loops that touch blocks first: caches are cold then, and each line misses there. */
typedef struct first_loops {
  shares by;     /* of their references alone */
  int *of_block; /* NOT_YET, or PME_NONE: it is not known which is first */
} first_loops;
enum { NOT_YET = ANY_TOP - 1 };

static bool touches(const shares *by, int r, int block) { return by->of_reference[r] == block; }

static void find_blocks(const pme_prediction *p, const shares *by) {
  for (int r = 0; r < p->reference_count; r++) {
    int array = pme_concrete_node_at(p->concrete, p->references[r].node)->u.access.array;
    by->of_reference[r] = p->references[r].modelled ? by->block_of[array] : PME_NONE;
  }
}

static void find_first_loops(const pme_prediction *p, const shares *all, const first_loops *first) {
  int arrays = pme_program_array_count(pme_concrete_program(p->concrete));
  for (int a = 0; a < arrays; a++)
    first->of_block[a] = NOT_YET;
  for (int r = 0; r < p->reference_count; r++) {
    const pme_reference_prediction *row = &p->references[r];
    int *top = &first->of_block[all->block_of[pme_concrete_node_at(p->concrete, row->node)->u.access.array]];
    int own = pme__concrete_outermost_loop(p->concrete, row->node);
    if (*top == NOT_YET && (!row->modelled || row->levels[0].accesses > 0))
      *top = row->modelled ? own : PME_NONE;
    first->by.of_reference[r] = *top == own && own != PME_NONE ? all->of_reference[r] : PME_NONE;
  }
}

/* The sum is no less than its lines: each reference has its share of them. */
static void bound_level(pme_prediction *p, int level, int block, const shares *by, double lines) {
  double misses = 0;
  for (int r = 0; r < p->reference_count; r++)
    misses += touches(by, r, block) ? p->references[r].levels[level].misses : 0;
  for (int r = 0; r < p->reference_count && misses >= lines; r++) {
    pme_misses *m = &p->references[r].levels[level];
    if (!touches(by, r, block) || !(m->misses > 0))
      continue;
    m->least = fmax(m->least, SURE * lines * m->misses / misses);
  }
}

/* Where most of the lines were met, the others are first touches of the same references; else of those that touch
 * many. */
static void raise_level(pme_prediction *p, int level, int block, const shares *by, double lines) {
  double misses = 0, bytes = 0, cold = 0;
  for (int r = 0; r < p->reference_count; r++) {
    const pme_misses *m = &p->references[r].levels[level];
    if (!touches(by, r, block))
      continue;
    misses += m->misses;
    cold += m->cold;
    bytes += m->accesses > 0 ? by->bytes_of[r] : 0;
  }
  bool are_met = cold > MET * lines;
  for (int r = 0; r < p->reference_count && misses < lines && (are_met || bytes > 0); r++) {
    pme_misses *m = &p->references[r].levels[level];
    if (!touches(by, r, block) || !(m->accesses > 0))
      continue;
    double more = (lines - misses) * (are_met ? m->cold / cold : by->bytes_of[r] / bytes);
    m->misses += more;
    m->cold += more;
    m->high = m->high > m->misses ? m->high : m->misses;
    if (m->precision == PME_PRECISION_EXACT && more > 0)
      m->precision = PME_PRECISION_ESTIMATE;
  }
}

/* ---- first touches ---- */

/* Whether every access of the block belongs to one grid of rows that are long, compared with lines. */
static const pme__row_grid *only_grid(const pme__touched_rows *s, const pme_prediction *p, int block,
                                      const shares *by) {
  const pme__row_grid *only = NULL;
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
    if (touches(by, r, block)) {
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
static void settle_first_touches(const pme__touched_rows *s, pme_prediction *p, int level, int block,
                                 const shares *by) {
  const pme__row_grid *only = only_grid(s, p, block, by);
  double line_bytes = p->machine->levels[level].line_bytes, misses, cold;
  sum_block(p, level, block, by, &misses, &cold);
  if (!only || p->level_info[level].instances != 1 || line_bytes > PME__GRID_LINE_BYTES || !(cold > MOSTLY * misses))
    return;
  double factor = only->rows * ((double)only->length + line_bytes - 1) / line_bytes / cold;
  for (int r = 0; r < p->reference_count; r++)
    if (touches(by, r, block) && p->references[r].levels[level].precision != PME_PRECISION_EXACT)
      add_cold(&p->references[r].levels[level], (factor - 1) * p->references[r].levels[level].cold);
}

/* Whether the hull lies in one piece that rows make. */
static bool is_covered(const pme__touched_row *rows, int count, int64_t line_bytes, const pme__touched_row *hull) {
  for (int i = 0; i < count && rows[i].low <= hull->low;) {
    int64_t high = rows[i].high;
    for (; i < count && rows[i].low < high + line_bytes; i++)
      high = rows[i].high > high ? rows[i].high : high;
    if (hull->high <= high)
      return true;
  }
  return false;
}

/* Whether the rows are all that the block's references touch, and so few that how they lie in lines matters little. */
static bool are_all_rows(const pme__touched_rows *s, const pme_prediction *p, const pme__touched_row *rows, int count,
                         const shares *by, double lines) {
  int pieces = 1, block = rows[0].array;
  int64_t high = rows[0].high;
  for (int i = 1; i < count; i++) {
    pieces += rows[i].low > high;
    high = rows[i].high > high ? rows[i].high : high;
  }
  for (int r = 0; r < p->reference_count; r++) {
    int array = pme_concrete_node_at(p->concrete, p->references[r].node)->u.access.array;
    if (by->block_of[array] == block && (!p->references[r].modelled || by->bytes_of[r] == 0))
      return false;
  }
  for (int i = 0; i < s->hull_count; i++)
    if (s->hulls[i].array == block && !is_covered(rows, count, s->least_line_bytes, &s->hulls[i]))
      return false;
  return pieces <= 1 + MOST_PIECES * lines;
}

/* Where one instance of a cache sees all first touches, and no line is brought twice, they are the lines. They are a
 * lower bound for sure, so that what was sampled above it may be right. */
static void lower_to_rows(const pme__touched_rows *s, pme_prediction *p, int level, const pme__touched_row *rows,
                          int count, const shares *by, double lines) {
  double misses, cold, below = 0;
  sum_block(p, level, rows[0].array, by, &misses, &cold);
  for (int r = 0; r < p->reference_count; r++)
    if (touches(by, r, rows[0].array))
      below += p->references[r].levels[level].misses - p->references[r].levels[level].low;
  if (p->level_info[level].instances != 1 || !(cold > MOSTLY * misses) || !(misses > lines) ||
      misses - lines > REACH * below || !are_all_rows(s, p, rows, count, by, lines))
    return;
  for (int r = 0; r < p->reference_count; r++) {
    pme_misses *m = &p->references[r].levels[level];
    if (!touches(by, r, rows[0].array) || m->precision == PME_PRECISION_EXACT)
      continue;
    double less = fmin((1 - lines / misses) * m->misses, m->cold);
    m->misses -= less;
    m->cold -= less;
    m->low = fmin(m->low, m->misses);
  }
}

/* Lines that a row meets: at least, or, of many that begin at all multiples of a granule, in the mean (structs of 88
 * bytes of which 24 are read meet 1.25). */
static double lines_of_row(const pme__row_grid *g, int line_bytes) {
  int64_t granule = pme__gcd(g->granule_bytes, line_bytes), granules = granule > 0 ? g->length / granule : 0;
  double least = (double)((g->length + line_bytes - 1) / line_bytes);
  if (g->rows < MANY_ROWS || granule == 0)
    return least;
  return fmax(least, (double)(granules * granule + line_bytes - granule) / line_bytes);
}

/* Those of the largest grid of an outermost loop, at least. */
static double lines_of_grids(const pme__touched_rows *s, int block, int top, const int *block_of, int line_bytes) {
  double most = 0;
  for (int i = 0; i < s->grid_count; i++) {
    const pme__row_grid *g = &s->grids[i];
    double lines = g->rows * lines_of_row(g, line_bytes);
    if (block_of[g->array] == block && (top == ANY_TOP || g->top == top) && lines > most &&
        line_bytes <= PME__GRID_LINE_BYTES)
      most = lines;
  }
  return most;
}

/* What the first loop lacks others need not: samples may have met lines again that they have not met first. */
static void raise_first_loop(const pme__touched_rows *s, pme_prediction *p, int level, const pme__touched_row *rows,
                             int count, const first_loops *first) {
  int block = rows[0].array, top = first->of_block[block], line_bytes = p->machine->levels[level].line_bytes;
  if (top < 0)
    return;
  double lines = fmax(count_with_copies(rows, count, top, line_bytes),
                      lines_of_grids(s, block, top, first->by.block_of, line_bytes));
  raise_level(p, level, block, &first->by, lines);
  bound_level(p, level, block, &first->by, lines);
}

static void raise_block(const pme__touched_rows *s, pme_prediction *p, const pme__touched_row *rows, int count,
                        const shares *by, const first_loops *first) {
  int block = rows[0].array, threads = most_copies(p, by->block_of, block);
  for (int l = 0; l < p->level_count; l++) {
    int line_bytes = p->machine->levels[l].line_bytes;
    if (threads == 1)
      settle_first_touches(s, p, l, block, by);
    raise_first_loop(s, p, l, rows, count, first);
    double lines = count_with_copies(rows, count, ANY_TOP, line_bytes);
    double in_grid = lines_of_grids(s, block, ANY_TOP, by->block_of, line_bytes);
    bool are_all = threads == 1 || lines >= threads * count_lines(rows, count, ANY_TOP, 1, line_bytes);
    if (are_all && lines >= in_grid) /* else rows are left out: where they begin in their lines matters */
      lower_to_rows(s, p, l, rows, count, by, lines);
    lines = lines > in_grid ? lines : in_grid;
    raise_level(p, l, block, by, lines);
    bound_level(p, l, block, by, lines);
  }
}

/* ---- private levels ---- */

/* Whether the outer level keeps all that the inner one keeps: its sets are parts of the inner one's, none shorter. */
static bool holds_inner(const pme_prediction *p, int inner) {
  const pme_cache_level *a = &p->machine->levels[inner], *b = &p->machine->levels[inner + 1];
  return !p->level_info[inner].shared && !p->level_info[inner + 1].shared &&
         p->level_info[inner].instances == p->level_info[inner + 1].instances && a->line_bytes == b->line_bytes &&
         pme_cache_sets(b) % pme_cache_sets(a) == 0 && b->associativity >= a->associativity;
}

static bool has_first_touches_alone(const pme_misses *m) {
  return m->engine == PME_ENGINE_WALK && m->cold > MOSTLY * m->misses;
}

void pme__take_inner_first_touches(pme_prediction *p, pme__placement_deviations *placements) {
  for (int l = 0; l + 1 < p->level_count; l++)
    for (int r = 0; r < p->reference_count && holds_inner(p, l); r++) {
      pme_misses *inner = &p->references[r].levels[l], *outer = inner + 1;
      if (!p->references[r].modelled || !has_first_touches_alone(inner) || outer->engine != PME_ENGINE_WALK ||
          outer->coherence > 0 || inner->high - inner->low >= outer->high - outer->low)
        continue;
      *outer = *inner;
      if (placements)
        placements[r * p->level_count + l + 1] = placements[r * p->level_count + l];
    }
}

/* False: out of memory. */
static bool raise(pme__touched_rows *s, pme_prediction *p, double *bytes_of, int *block_of, const shares *by,
                  const first_loops *first) {
  if (!pme__touched_rows_collect(p, bytes_of, s) || !pme__touched_rows_join(s, block_of))
    return false;
  find_blocks(p, by);
  find_first_loops(p, by, first);
  if (!pme__touched_rows_sort(s))
    return false;
  for (int i = 0, end; i < s->count; i = end) {
    for (end = i; end < s->count && s->rows[end].array == s->rows[i].array;)
      end++;
    raise_block(s, p, s->rows + i, end - i, by, first);
  }
  return true;
}

static bool raise_with(pme__touched_rows *rows, pme_prediction *p, double *bytes_of, int *numbers) {
  int references = p->reference_count, arrays = pme_program_array_count(pme_concrete_program(p->concrete));
  int *block_of = numbers, *of_block = block_of + arrays, *of_reference = of_block + arrays;
  shares all = {bytes_of, block_of, of_reference};
  first_loops first = {{bytes_of, block_of, of_reference + references}, of_block};
  for (int a = 0; a < arrays; a++)
    block_of[a] = a;
  return pme__lower_to_lines(p) == PME_OK && raise(rows, p, bytes_of, block_of, &all, &first);
}

pme_status pme__raise_to_first_touches(pme_prediction *p) {
  size_t references = (size_t)p->reference_count + 1;
  size_t arrays = (size_t)pme_program_array_count(pme_concrete_program(p->concrete)) + 1;
  pme__touched_rows rows = {.concrete = p->concrete, .least_line_bytes = PME__GRID_LINE_BYTES};
  double *bytes_of = (double *)pme_reallocate(NULL, references * sizeof *bytes_of);
  int *numbers = (int *)pme_reallocate(NULL, 2 * (references + arrays) * sizeof *numbers);
  for (int l = 0; l < p->level_count; l++)
    if (p->machine->levels[l].line_bytes < rows.least_line_bytes)
      rows.least_line_bytes = p->machine->levels[l].line_bytes;
  bool done = bytes_of && numbers && pme__settle_instance_lines(p) == PME_OK && raise_with(&rows, p, bytes_of, numbers);
  pme__touched_rows_close(&rows);
  pme_reallocate(bytes_of, 0);
  pme_reallocate(numbers, 0);
  return done ? PME_OK : PME_NO_MEMORY;
}
