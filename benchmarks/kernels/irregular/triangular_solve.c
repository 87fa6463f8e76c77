/* Solution of a sparse lower triangular system, level by level: rows of a level need those of levels before alone. SIZE
 * rows of up to six entries. */
#include "kernel.h"

enum { ENTRIES = 6, REACH = 2000 };
const int kernel_default_size = 32768;

static int *column, *order, *first_of_level, *level_of;
static double *value, *right, *solution;
static int rows, levels;

static void find_levels(int size) {
  int *count = first_of_level;
  for (int r = 0; r < size; r++) {
    for (int e = r * ENTRIES; e < (r + 1) * ENTRIES; e++)
      if (column[e] < r && level_of[column[e]] >= level_of[r])
        level_of[r] = level_of[column[e]] + 1;
    levels = level_of[r] >= levels ? level_of[r] + 1 : levels;
    count[level_of[r] + 1]++;
  }
  for (int l = 0; l < levels; l++)
    count[l + 1] += count[l];
  for (int l = 0, n = 0; l < levels; l++)
    for (int r = 0; r < size && n < count[l + 1]; r++)
      if (level_of[r] == l)
        order[n++] = r;
}

void kernel_prepare(int size) {
  rows = size;
  levels = 0;
  column = place(sizeof *column * (size_t)size * ENTRIES);
  value = place(sizeof *value * (size_t)size * ENTRIES);
  order = place(sizeof *order * (size_t)size);
  level_of = place(sizeof *level_of * (size_t)size);
  first_of_level = place(sizeof *first_of_level * ((size_t)size + 2));
  right = place(sizeof *right * (size_t)size);
  solution = place(sizeof *solution * (size_t)size);
  for (int e = 0; e < size * ENTRIES; e++) {
    int r = e / ENTRIES, back = 1 + (int)draw(REACH);
    column[e] = back <= r ? r - back : r;
    value[e] = 0.1;
  }
  for (int r = 0; r < size; r++)
    right[r] = draw(100);
  find_levels(size);
}

static void solve_level(int begin, int end, const int *restrict list, const int *restrict at,
                        const double *restrict entry, const double *restrict sums, double *x) {
#pragma omp parallel for
  for (int i = begin; i < end; i++) {
    int r = list[i];
    double sum = sums[r];
    for (int e = r * ENTRIES; e < (r + 1) * ENTRIES; e++)
      if (at[e] < r)
        sum -= entry[e] * x[at[e]];
    x[r] = sum;
  }
}

void kernel_run(int size) {
  (void)size;
  for (int l = 0; l < levels; l++)
    solve_level(first_of_level[l], first_of_level[l + 1], order, column, value, right, solution);
}

uint64_t kernel_checksum(void) {
  double sum = 0;
  for (int r = 0; r < rows; r++)
    sum += solution[r];
  return (uint64_t)(int64_t)sum;
}
