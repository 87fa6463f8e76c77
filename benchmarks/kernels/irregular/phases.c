/* Phases over the same arrays of SIZE doubles: forwards, at random, into the bins of a histogram, and backwards. Small
 * runs do not fill the 4096 bins. */
#include "kernel.h"

enum { BINS = 4096, ROUNDS = 3 };
const int kernel_default_size = 32768;

static int *order, *bins;
static double *a, *b, *c;

void kernel_prepare(int size) {
  order = place(sizeof *order * (size_t)size);
  bins = place(sizeof *bins * BINS);
  a = place(sizeof *a * (size_t)size);
  b = place(sizeof *b * (size_t)size);
  c = place(sizeof *c * (size_t)size);
  for (int i = 0; i < size; i++)
    order[i] = (int)draw((uint32_t)size);
}

static void triad(int count, double *to, const double *x, const double *y) {
#pragma omp parallel for
  for (int i = 0; i < count; i++)
    to[i] = x[i] + 3 * y[i];
}

static void gather(int count, const int *at, double *to, const double *from) {
#pragma omp parallel for
  for (int i = 0; i < count; i++)
    to[i] += from[at[i]];
}

static void count_bins(int count, const int *at, int *histogram) {
#pragma omp parallel for
  for (int i = 0; i < count; i++)
    histogram[at[i] % BINS]++;
}

static void backwards(int count, double *to, const double *from) {
#pragma omp parallel for
  for (int i = 0; i < count; i++)
    to[count - 1 - i] = 2 * from[i];
}

void kernel_run(int size) {
  for (int round = 0; round < ROUNDS; round++) {
    triad(size, a, b, c);
    gather(size, order, b, a);
    count_bins(size, order, bins);
    backwards(size / 2, c, b);
    gather(size / 4, order, c, b);
  }
}

uint64_t kernel_checksum(void) {
  uint64_t sum = 0;
  for (int i = 0; i < BINS; i++)
    sum += (uint64_t)bins[i] * (uint64_t)i;
  return sum;
}
