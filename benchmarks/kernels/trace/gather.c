/* SIZE reads at random places of a table of 1 MB, in one loop: the run gets longer with SIZE, not what it touches. */
#include "../irregular/kernel.h"

const int kernel_default_size = 1000000;
enum { ENTRIES = 1 << 17 };

static double *table, sum;

void kernel_prepare(int size) {
  (void)size;
  table = place(sizeof *table * ENTRIES);
  for (int i = 0; i < ENTRIES; i++)
    table[i] = i % 10;
}

static double gather(int count, const double *restrict in) {
  double result = 0;
#pragma omp parallel for reduction(+ : result)
  for (int i = 0; i < count; i++) {
    uint64_t x = (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    result += in[x >> 47];
  }
  return result;
}

void kernel_run(int size) { sum = gather(size, table); }

uint64_t kernel_checksum(void) { return (uint64_t)sum; }
