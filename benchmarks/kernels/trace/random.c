/* Reads at random places of a table of 8 * 2^20 doubles, 64 MB: nothing else is touched. */
#include "../irregular/kernel.h"

const int kernel_default_size = 4000000;
enum { ENTRIES = 8 << 20 };

static double *table, sum;

void kernel_prepare(int size) {
  (void)size;
  table = place(sizeof *table * ENTRIES);
  for (int i = 0; i < ENTRIES; i++)
    table[i] = i % 10;
}

static double look_up(int count, const double *restrict in) {
  double result = 0;
#pragma omp parallel for reduction(+ : result)
  for (int i = 0; i < count; i++) {
    uint64_t x = (uint64_t)i * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    result += in[x >> 41];
  }
  return result;
}

void kernel_run(int size) { sum = look_up(size, table); }

uint64_t kernel_checksum(void) { return (uint64_t)sum; }
