/* Radix sort, least significant digit first: blocks count their digits, then scatter. 4 * SIZE keys of 32 bits in 16
 * blocks, eight bits at a time. */
#include "kernel.h"

enum { BLOCKS = 16, BITS = 8, DIGITS = 1 << BITS, KEYS_PER_SIZE = 4 };
const int kernel_default_size = 32768;

static uint32_t *keys, *other;
static int *count; /* [block][digit] */
static int sorted_count;

void kernel_prepare(int size) {
  sorted_count = size * KEYS_PER_SIZE;
  keys = place(sizeof *keys * (size_t)sorted_count);
  other = place(sizeof *other * (size_t)sorted_count);
  count = place(sizeof *count * BLOCKS * DIGITS);
  for (int i = 0; i < sorted_count; i++)
    keys[i] = draw(UINT32_MAX);
}

static inline int begin_of(int block, int n) { return (int)((int64_t)n * block / BLOCKS); }

static void count_digits(int n, int shift, const uint32_t *restrict from, int *restrict counts) {
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int *own = counts + b * DIGITS;
    for (int d = 0; d < DIGITS; d++)
      own[d] = 0;
    for (int i = begin_of(b, n); i < begin_of(b + 1, n); i++)
      own[from[i] >> shift & (DIGITS - 1)]++;
  }
}

/* Counts become the places where each block starts to write each digit. */
static void add_up(int *counts) {
  int at = 0;
  for (int d = 0; d < DIGITS; d++)
    for (int b = 0; b < BLOCKS; b++) {
      int here = counts[b * DIGITS + d];
      counts[b * DIGITS + d] = at;
      at += here;
    }
}

static void scatter(int n, int shift, const uint32_t *restrict from, uint32_t *restrict to, int *restrict counts) {
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    int *own = counts + b * DIGITS;
    for (int i = begin_of(b, n); i < begin_of(b + 1, n); i++)
      to[own[from[i] >> shift & (DIGITS - 1)]++] = from[i];
  }
}

void kernel_run(int size) {
  (void)size;
  for (int shift = 0; shift < 32; shift += BITS) {
    count_digits(sorted_count, shift, keys, count);
    add_up(count);
    scatter(sorted_count, shift, keys, other, count);
    uint32_t *sorted = other;
    other = keys;
    keys = sorted;
  }
}

uint64_t kernel_checksum(void) {
  uint64_t sum = 0;
  for (int i = 0; i < sorted_count; i++) {
    if (i > 0 && keys[i] < keys[i - 1])
      return 0;
    sum = sum * 31 + keys[i];
  }
  return sum;
}
