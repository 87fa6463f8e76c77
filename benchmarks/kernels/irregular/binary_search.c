/* SIZE searches in a sorted array of 4 * SIZE keys. The first steps of all of them are at multiples of powers of two:
 * on few sets of a cache. */
#include "kernel.h"

const int kernel_default_size = 32768;

static uint32_t *keys, *wanted;
static uint64_t found;

void kernel_prepare(int size) {
  keys = place(sizeof *keys * (size_t)size * 4);
  wanted = place(sizeof *wanted * (size_t)size);
  for (int i = 0; i < 4 * size; i++)
    keys[i] = (uint32_t)i * 3;
  for (int i = 0; i < size; i++)
    wanted[i] = draw((uint32_t)size * 12);
}

static uint64_t search(int searches, int count, const uint32_t *key, const uint32_t *in) {
  uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < searches; i++) {
    int low = 0, high = count;
    while (low < high) {
      int middle = (low + high) / 2;
      if (in[middle] < key[i])
        low = middle + 1;
      else
        high = middle;
    }
    sum += (uint64_t)low;
  }
  return sum;
}

void kernel_run(int size) { found = search(size, 4 * size, wanted, keys); }

uint64_t kernel_checksum(void) { return found; }
