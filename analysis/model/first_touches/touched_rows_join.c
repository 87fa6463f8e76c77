/* Arrays of known distance that overlap: their rows are joined, so that a line that both touch counts once. */
#include "touched_rows.h"

#include <stdlib.h>

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

static int find_spans(const pme__touched_rows *rows, int arrays, span *spans) {
  int count = 0;
  for (int a = 0; a < arrays; a++)
    spans[a] = (span){space_of(rows->concrete, a), a, INT64_MAX, INT64_MIN};
  for (int i = 0; i < rows->count; i++) {
    span *of = &spans[rows->rows[i].array];
    of->low = rows->rows[i].low < of->low ? rows->rows[i].low : of->low;
    of->high = rows->rows[i].high > of->high ? rows->rows[i].high : of->high;
  }
  for (int a = 0; a < arrays; a++)
    if (spans[a].low < spans[a].high)
      spans[count++] = spans[a];
  qsort(spans, (size_t)count, sizeof *spans, compare_spans);
  return count;
}

static void add_base(const pme_concrete *concrete, pme__touched_row *row) {
  const pme_concrete_array *array = pme_concrete_array_at(concrete, row->array);
  int64_t base = array->has_base ? (int64_t)array->base_bytes : 0;
  row->low += base;
  row->high += base;
}

bool pme__touched_rows_join(pme__touched_rows *rows, int *block_of) {
  int arrays = pme_program_array_count(pme_concrete_program(rows->concrete)), block = PME_NONE;
  span *spans = (span *)pme_reallocate(NULL, ((size_t)arrays + 1) * sizeof *spans);
  int64_t high = 0;
  if (!spans)
    return false;
  for (int i = 0; i < rows->count; i++)
    add_base(rows->concrete, &rows->rows[i]);
  for (int i = 0; i < rows->hull_count; i++)
    add_base(rows->concrete, &rows->hulls[i]);
  int count = find_spans(rows, arrays, spans);
  for (int i = 0; i < count; i++) {
    bool apart = i == 0 || spans[i].space != spans[i - 1].space || spans[i].low >= high;
    block = apart ? spans[i].array : block;
    high = apart || spans[i].high > high ? spans[i].high : high;
    block_of[spans[i].array] = block;
  }
  for (int i = 0; i < rows->count; i++)
    rows->rows[i].array = block_of[rows->rows[i].array];
  for (int i = 0; i < rows->hull_count; i++)
    rows->hulls[i].array = block_of[rows->hulls[i].array];
  pme_reallocate(spans, 0);
  return true;
}
