/* Relaxation of a sparse system in place, rows in the order of a list; pointers, weights and counts are variables of the
 * file. SIZE rows, twelve entries each, four rounds. */
#include "../irregular/kernel.h"

enum { ENTRIES = 12, ROUNDS = 4 };
const int kernel_default_size = 32768;

static int *first_entry, *column, *order;
static double *value, *diagonal, *right, *solution;
static int row_count;
static double relaxation, largest;

void kernel_prepare(int size) {
  row_count = size;
  first_entry = place(sizeof *first_entry * ((size_t)size + 1));
  column = place(sizeof *column * (size_t)size * ENTRIES);
  order = place(sizeof *order * (size_t)size);
  value = place(sizeof *value * (size_t)size * ENTRIES);
  diagonal = place(sizeof *diagonal * (size_t)size);
  right = place(sizeof *right * (size_t)size);
  solution = place(sizeof *solution * (size_t)size);
  for (int r = 0; r < size; r++) {
    first_entry[r + 1] = first_entry[r] + ENTRIES;
    order[r] = r ^ 1;
    diagonal[r] = 16;
    right[r] = draw(100);
    for (int e = r * ENTRIES; e < (r + 1) * ENTRIES; e++) {
      column[e] = (int)draw((uint32_t)size);
      value[e] = -1;
    }
  }
  if (size % 2)
    order[size - 1] = size - 1;
  relaxation = 0.75;
}

static void sweep(void) {
#pragma omp parallel for
  for (int i = 0; i < row_count; i++) {
    int r = order[i];
    double sum = right[r];
    for (int e = first_entry[r]; e < first_entry[r + 1]; e++)
      sum -= value[e] * solution[column[e]];
    double change = relaxation * (sum / diagonal[r] - solution[r]);
    solution[r] += change;
    if (change > largest)
      largest = change;
  }
}

void kernel_run(int size) {
  (void)size;
  for (int t = 0; t < ROUNDS; t++)
    sweep();
}

uint64_t kernel_checksum(void) {
  double sum = 0;
  for (int r = 0; r < row_count; r++)
    sum += solution[r];
  return (uint64_t)sum;
}
