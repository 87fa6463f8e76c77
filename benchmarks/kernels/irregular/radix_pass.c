/* Two passes of a radix sort by the low bits of a key: digits are counted in blocks, and keys moved to where their block
 * and digit stand. 4 * SIZE keys, 64 blocks, 256 digits. */
#include "kernel.h"

enum { KEYS_PER_SIZE = 4, BLOCKS = 64, DIGITS = 256, PASSES = 2, DIGIT_BITS = 8 };
const int kernel_default_size = 65536;

static uint32_t *key, *moved;
static int *place_of; /* by block and digit */
static int keys;

void kernel_prepare(int size) {
  keys = size * KEYS_PER_SIZE;
  key = place(sizeof *key * (size_t)keys);
  moved = place(sizeof *moved * (size_t)keys);
  place_of = place(sizeof *place_of * BLOCKS * DIGITS);
  for (int k = 0; k < keys; k++)
    key[k] = draw(UINT32_MAX);
}

static int begin_of(int block, int count) { return (int)((int64_t)count * block / BLOCKS); }

static void count_digits(int count, int shift, const uint32_t *restrict from, int *restrict places) {
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++) {
    for (int d = 0; d < DIGITS; d++)
      places[b * DIGITS + d] = 0;
    for (int k = begin_of(b, count); k < begin_of(b + 1, count); k++)
      places[b * DIGITS + (from[k] >> shift) % DIGITS]++;
  }
}

static void add_up(int *places) {
  int sum = 0;
  for (int d = 0; d < DIGITS; d++)
    for (int b = 0; b < BLOCKS; b++) {
      int here = places[b * DIGITS + d];
      places[b * DIGITS + d] = sum;
      sum += here;
    }
}

static void move(int count, int shift, const uint32_t *restrict from, int *restrict places, uint32_t *restrict to) {
#pragma omp parallel for
  for (int b = 0; b < BLOCKS; b++)
    for (int k = begin_of(b, count); k < begin_of(b + 1, count); k++)
      to[places[b * DIGITS + (from[k] >> shift) % DIGITS]++] = from[k];
}

void kernel_run(int size) {
  (void)size;
  for (int p = 0; p < PASSES; p++) {
    uint32_t *from = p % 2 ? moved : key, *to = p % 2 ? key : moved;
    count_digits(keys, p * DIGIT_BITS, from, place_of);
    add_up(place_of);
    move(keys, p * DIGIT_BITS, from, place_of, to);
  }
}

uint64_t kernel_checksum(void) {
  uint64_t sum = 0;
  for (int k = 0; k < keys; k++)
    sum = sum * 31 + key[k];
  return sum;
}
