/* Product of the transpose of a sparse matrix with a vector: rows are read, columns are added to, wherever they are. SIZE
 * rows of 12 entries, near the diagonal but for one of them; three products. */
#include "kernel.h"

enum { ENTRIES = 12, PRODUCTS = 3, BAND = 64 };
const int kernel_default_size = 32768;

static int *column;
static double *value, *x, *y;
static int rows;

void kernel_prepare(int size) {
  rows = size;
  column = place(sizeof *column * (size_t)size * ENTRIES);
  value = place(sizeof *value * (size_t)size * ENTRIES);
  x = place(sizeof *x * (size_t)size);
  y = place(sizeof *y * (size_t)size);
  for (int e = 0; e < size * ENTRIES; e++) {
    int near = e / ENTRIES + (int)draw(BAND);
    column[e] = e % ENTRIES ? near % size : (int)draw((uint32_t)size);
    value[e] = 1 + draw(3);
  }
  for (int r = 0; r < size; r++)
    x[r] = draw(10);
}

static void multiply(int count, const int *restrict at, const double *restrict entry, const double *restrict with,
                     double *sums) {
#pragma omp parallel for
  for (int r = 0; r < count; r++)
    for (int e = r * ENTRIES; e < (r + 1) * ENTRIES; e++) {
#pragma omp atomic
      sums[at[e]] += entry[e] * with[r];
    }
}

void kernel_run(int size) {
  for (int p = 0; p < PRODUCTS; p++)
    multiply(size, column, value, x, y);
}

uint64_t kernel_checksum(void) {
  double sum = 0;
  for (int r = 0; r < rows; r++)
    sum += y[r];
  return (uint64_t)sum;
}
