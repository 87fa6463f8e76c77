/* Gathers through two permutations, one after the other: records are picked in the order of a list that another list
 * orders. SIZE records of 24 bytes, 4 * SIZE picks. */
#include "kernel.h"

enum { PICKS_PER_RECORD = 4, FIELDS = 3 };
const int kernel_default_size = 65536;

static double *record, *result;
static int *pick, *order;
static int picks;

void kernel_prepare(int size) {
  picks = size * PICKS_PER_RECORD;
  record = place(sizeof *record * (size_t)size * FIELDS);
  result = place(sizeof *result * (size_t)picks);
  pick = place(sizeof *pick * (size_t)size);
  order = place(sizeof *order * (size_t)picks);
  for (int r = 0; r < size * FIELDS; r++)
    record[r] = draw(1000);
  for (int r = 0; r < size; r++)
    pick[r] = (int)draw((uint32_t)size);
  for (int p = 0; p < picks; p++)
    order[p] = (int)draw((uint32_t)size);
}

static void pick_all(int count, const int *restrict list, const int *restrict of, const double *restrict from,
                     double *restrict to) {
#pragma omp parallel for
  for (int p = 0; p < count; p++) {
    const double *one = from + (size_t)of[list[p]] * FIELDS;
    to[p] = one[0] * one[1] + one[2];
  }
}

void kernel_run(int size) {
  (void)size;
  pick_all(picks, order, pick, record, result);
}

uint64_t kernel_checksum(void) {
  double sum = 0;
  for (int p = 0; p < picks; p++)
    sum += result[p];
  return (uint64_t)sum;
}
