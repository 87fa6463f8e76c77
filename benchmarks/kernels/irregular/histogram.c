/* Histogram with bins of each thread, then their sum. 8 * SIZE keys, SIZE bins, half of the keys in a sixteenth of
 * them. */
#include "kernel.h"

enum { KEYS_PER_BIN = 8 };
const int kernel_default_size = 65536;

static int *key, *count, *total;
static int bins;

void kernel_prepare(int size) {
  bins = size;
  int keys = size * KEYS_PER_BIN;
  key = place(sizeof *key * (size_t)keys);
  count = place(sizeof *count * (size_t)size * (size_t)omp_get_max_threads());
  total = place(sizeof *total * (size_t)size);
  for (int i = 0; i < keys; i++)
    key[i] = (int)draw(draw(2) ? (uint32_t)size : (uint32_t)(size + 15) / 16);
}

static void tally(int keys, int size, int threads, const int *restrict from, int *counts, int *restrict sums) {
#pragma omp parallel
  {
    int *own = counts + (size_t)omp_get_thread_num() * (size_t)size;
#pragma omp for
    for (int i = 0; i < keys; i++)
      own[from[i]]++;
#pragma omp for
    for (int b = 0; b < size; b++) {
      int sum = 0;
      for (int t = 0; t < threads; t++)
        sum += counts[(size_t)t * (size_t)size + (size_t)b];
      sums[b] = sum;
    }
  }
}

void kernel_run(int size) { tally(size * KEYS_PER_BIN, size, omp_get_max_threads(), key, count, total); }

uint64_t kernel_checksum(void) {
  uint64_t sum = 0;
  for (int b = 0; b < bins; b++)
    sum = sum * 31 + (uint64_t)total[b];
  return sum;
}
