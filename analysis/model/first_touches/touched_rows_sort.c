/* Rows by array and where they begin. Each reference lays its rows out in order as a rule: there are few runs to merge. */
#include <string.h>

#include "pmecache/arena.h"
#include "touched_rows.h"

typedef pme__touched_row row;

static bool is_after(const row *a, const row *b) {
  return a->array != b->array ? a->array > b->array : a->low > b->low;
}

static int end_of_run(const row *rows, int from, int count) {
  int end = from + 1;
  while (end < count && !is_after(&rows[end - 1], &rows[end]))
    end++;
  return end;
}

static void merge(const row *rows, int from, int middle, int end, row *out) {
  int left = from, right = middle;
  while (left < middle && right < end)
    *out++ = is_after(&rows[left], &rows[right]) ? rows[right++] : rows[left++];
  memcpy(out, rows + left, (size_t)(middle - left) * sizeof *out);
  memcpy(out + (middle - left), rows + right, (size_t)(end - right) * sizeof *out);
}

/* Every two runs become one; how many there are then. */
static int merge_pairs(const row *rows, int count, row *out) {
  int runs = 0;
  for (int from = 0, end; from < count; from = end, runs++) {
    int middle = end_of_run(rows, from, count);
    end = middle < count ? end_of_run(rows, middle, count) : middle;
    merge(rows, from, middle, end, out + from);
  }
  return runs;
}

bool pme__touched_rows_sort(pme__touched_rows *rows) {
  if (rows->count == 0 || end_of_run(rows->rows, 0, rows->count) == rows->count)
    return true;
  row *merged = (row *)pme_reallocate(NULL, (size_t)rows->count * sizeof *merged);
  if (!merged)
    return false;
  rows->capacity = rows->count;
  for (int runs = 2; runs > 1;) {
    runs = merge_pairs(rows->rows, rows->count, merged);
    row *before = rows->rows;
    rows->rows = merged;
    merged = before;
  }
  pme_reallocate(merged, 0);
  return true;
}
