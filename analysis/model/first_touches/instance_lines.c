/* Counts the lines of threads' rows, instance by instance, and puts them in the place of sampled first touches. */
#include "instance_lines.h"

#include <math.h>
#include <stdlib.h>

#include "touched_rows.h"

/* All but so small a share of the misses of an array are first touches. */
static const double MOSTLY = 0.98;
/* Less than this share of the misses is open: it is known well enough. Of fewer misses nothing is asked. */
static const double OPEN = 0.02, LEAST_MISSES = 16;
/* Half-widths of what was sampled that may lie between it and the lines. */
static const double REACH = 1.5;
/* Places in a line that arrays begin at, where that is not known: as blocks of malloc and static arrays do. */
enum { GRANULE = 16 };

typedef struct lines {
  pme__touched_rows rows;
  double *bytes_of; /* per reference */
  int *block_of;    /* per array */
} lines;

/* Of a block of arrays (or of one), at a level. */
typedef struct first_touches {
  double misses, cold, below, above;
  bool open; /* all are sampled, and more than a little is not known */
} first_touches;

static int array_of(const pme_prediction *p, int r) {
  return pme_concrete_node_at(p->concrete, p->references[r].node)->u.access.array;
}

static first_touches sum_block(const pme_prediction *p, const int *block_of, int block, int level) {
  first_touches sum = {.open = true};
  for (int r = 0; r < p->reference_count; r++) {
    const pme_misses *m = &p->references[r].levels[level];
    if (block_of[array_of(p, r)] != block)
      continue;
    sum.misses += m->misses;
    sum.cold += m->cold;
    bool is_seen = m->engine == PME_ENGINE_WALK; /* intervals of equations say little of how far off they are */
    sum.below += is_seen ? m->misses - m->low : m->misses;
    sum.above += is_seen ? m->high - m->misses : m->misses;
    sum.open = sum.open && p->references[r].modelled;
  }
  sum.open = sum.open && sum.misses >= LEAST_MISSES && sum.cold > MOSTLY * sum.misses &&
             sum.below + sum.above > OPEN * sum.misses;
  return sum;
}

/* ---- lines ---- */

static int compare_rows(const void *left, const void *right) {
  const pme__touched_row *a = (const pme__touched_row *)left, *b = (const pme__touched_row *)right;
  if (a->array != b->array)
    return a->array < b->array ? -1 : 1;
  if (a->thread != b->thread)
    return a->thread < b->thread ? -1 : 1;
  return (a->low > b->low) - (a->low < b->low);
}

/* What was the number of a thread becomes that of an instance. Goes from the core outwards: those of threads that share
 * one share the next. */
static void join_threads(lines *l, const pme_prediction *p, int level) {
  int shared = p->machine->levels[level].shared_by, before = level > 0 ? p->machine->levels[level - 1].shared_by : 1;
  if (shared == before || l->rows.count == 0)
    return;
  for (int i = 0; i < l->rows.count; i++)
    l->rows.rows[i].thread = l->rows.rows[i].thread * before / shared;
  qsort(l->rows.rows, (size_t)l->rows.count, sizeof *l->rows.rows, compare_rows);
}

static int64_t line_of(int64_t address, int line_bytes) { return address / line_bytes - (address % line_bytes < 0); }

/* Of the sorted rows of a block, in all instances. */
static double count_lines(const pme__touched_row *rows, int count, int64_t phase, int line_bytes) {
  double all = 0;
  int64_t counted = INT64_MIN; /* all lines up to this one */
  for (int i = 0; i < count; i++) {
    int64_t first = line_of(rows[i].low + phase, line_bytes), last = line_of(rows[i].high - 1 + phase, line_bytes);
    if (i == 0 || rows[i].thread != rows[i - 1].thread)
      counted = INT64_MIN;
    first = first > counted ? first : counted + 1;
    all += last >= first ? (double)(last - first + 1) : 0;
    counted = last > counted ? last : counted;
  }
  return all;
}

/* In the mean over where the block begins in a line, where samples have it. */
static double mean_lines(const pme_concrete *concrete, const pme__touched_row *rows, int count, int line_bytes) {
  const pme_concrete_array *array = pme_concrete_array_at(concrete, rows[0].array);
  pme_alignment where = pme_concrete_likely_alignment(array, rows[count - 1].high);
  bool is_placed = array->has_base && array->group == PME_NONE;
  double lines = 0;
  if (is_placed || where.granule_bytes >= line_bytes)
    return count_lines(rows, count, is_placed ? 0 : where.phase_bytes % line_bytes, line_bytes);
  for (int phase = 0; phase < line_bytes; phase += GRANULE)
    lines += count_lines(rows, count, phase, line_bytes);
  return lines * GRANULE / line_bytes;
}

static bool is_cut(const lines *l, int block) {
  for (int i = 0; i < l->rows.hull_count; i++)
    if (l->rows.hulls[i].array == block)
      return true;
  return false;
}

/* Of blocks some rows of which are left out nothing is told. */
static void drop_cut(lines *l) {
  int kept = 0;
  for (int i = 0; i < l->rows.count; i++)
    if (!is_cut(l, l->rows.rows[i].array))
      l->rows.rows[kept++] = l->rows.rows[i];
  l->rows.count = kept;
}

/* Whether the rows are all that the block's references touch. */
static bool are_all(const lines *l, const pme_prediction *p, int block) {
  for (int r = 0; r < p->reference_count; r++)
    if (l->block_of[array_of(p, r)] == block &&
        (l->bytes_of[r] == 0 || pme_concrete_array_at(p->concrete, array_of(p, r))->is_private))
      return false;
  return true;
}

/* ---- what is put in ---- */

static void add_cold(pme_misses *m, double more) {
  m->cold += more;
  m->misses += more;
  m->low = fmax(m->low + more, 0);
  m->high = fmin(m->high + more, m->accesses);
}

static void settle(pme_prediction *p, const lines *l, int block, int level, double lines) {
  first_touches sum = sum_block(p, l->block_of, block, level);
  if (!sum.open || lines < sum.cold - REACH * sum.below || lines > sum.cold + REACH * sum.above)
    return;
  for (int r = 0; r < p->reference_count; r++)
    if (l->block_of[array_of(p, r)] == block)
      add_cold(&p->references[r].levels[level], (lines / sum.cold - 1) * p->references[r].levels[level].cold);
}

static void settle_level(pme_prediction *p, const lines *l, int level) {
  int line_bytes = p->machine->levels[level].line_bytes;
  for (int i = 0, end; i < l->rows.count; i = end) {
    int block = l->rows.rows[i].array;
    for (end = i; end < l->rows.count && l->rows.rows[end].array == block;)
      end++;
    if (are_all(l, p, block))
      settle(p, l, block, level, mean_lines(p->concrete, l->rows.rows + i, end - i, line_bytes));
  }
}

/* Of arrays each for itself, as is_any_open leaves them. False: out of memory. */
static bool find_rows(const pme_prediction *p, lines *l, bool by_thread) {
  l->rows = (pme__touched_rows){.concrete = p->concrete, .least_line_bytes = PME__GRID_LINE_BYTES};
  l->rows.by_thread = by_thread;
  for (int level = 0; level < p->level_count; level++)
    if (p->machine->levels[level].line_bytes < l->rows.least_line_bytes)
      l->rows.least_line_bytes = p->machine->levels[level].line_bytes;
  if (!pme__touched_rows_collect(p, l->bytes_of, &l->rows) || !pme__touched_rows_join(&l->rows, l->block_of))
    return false;
  drop_cut(l);
  if (l->rows.count > 0) /* else there is perhaps no room for any, which is nothing to sort */
    qsort(l->rows.rows, (size_t)l->rows.count, sizeof *l->rows.rows, compare_rows);
  return true;
}

static bool is_of_all(const pme_prediction *p, int level) { return p->level_info[level].instances == 1; }

/* Whether a count may tell more of an array, each for itself; of levels of one instance, or of any. */
static bool is_any_open(const pme_prediction *p, lines *l, bool of_all) {
  int arrays = pme_program_array_count(pme_concrete_program(p->concrete));
  bool any = false;
  for (int a = 0; a < arrays; a++)
    l->block_of[a] = a;
  for (int a = 0; a < arrays && !any; a++)
    for (int level = 0; level < p->level_count && !pme_concrete_array_at(p->concrete, a)->is_private; level++)
      any = any || ((is_of_all(p, level) || !of_all) && sum_block(p, l->block_of, a, level).open);
  return any;
}

/* Those of each thread, and where which thread touches what is not known those of all: of levels that all share. False:
 * out of memory. */
static bool settle_all(pme_prediction *p, lines *l) {
  bool done = true;
  if (is_any_open(p, l, false)) {
    done = find_rows(p, l, true);
    for (int level = 0; level < p->level_count && done; level++) {
      join_threads(l, p, level);
      settle_level(p, l, level);
    }
    pme__touched_rows_close(&l->rows);
  }
  if (done && is_any_open(p, l, true)) {
    done = find_rows(p, l, false);
    for (int level = 0; level < p->level_count && done; level++)
      if (is_of_all(p, level))
        settle_level(p, l, level);
    pme__touched_rows_close(&l->rows);
  }
  return done;
}

pme_status pme__settle_instance_lines(pme_prediction *p) {
  int arrays = pme_program_array_count(pme_concrete_program(p->concrete));
  lines l = {.bytes_of = NULL};
  l.bytes_of = (double *)pme_reallocate(NULL, ((size_t)p->reference_count + 1) * sizeof *l.bytes_of);
  l.block_of = (int *)pme_reallocate(NULL, ((size_t)arrays + 1) * sizeof *l.block_of);
  bool done = l.bytes_of && l.block_of && settle_all(p, &l);
  pme_reallocate(l.bytes_of, 0);
  pme_reallocate(l.block_of, 0);
  return done ? PME_OK : PME_NO_MEMORY;
}
