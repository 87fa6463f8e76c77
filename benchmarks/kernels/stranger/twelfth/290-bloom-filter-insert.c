/* Bloom filter: atomic-or inserts of odd items, then read-only membership */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define BITS (1u << 21)
#define NIN 250000
#define NQ 600000
static uint64_t *bits;

static inline uint64_t mix(uint64_t x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdull;
  x ^= x >> 33;
  x *= 0xc4ceb9fe1a85ec53ull;
  return x ^ (x >> 33);
}
static void insert(uint64_t item) {
  uint64_t h = mix(item), step = h >> 40 | 1;
  for (int k = 0; k < 4; k++, h += step * 0x10001) {
    uint32_t p = h & (BITS - 1);
#pragma omp atomic
    bits[p >> 6] |= 1ull << (p & 63);
  }
}
static int probe(uint64_t item) {
  uint64_t h = mix(item), step = h >> 40 | 1;
  for (int k = 0; k < 4; k++, h += step * 0x10001) {
    uint32_t p = h & (BITS - 1);
    if (!(bits[p >> 6] >> (p & 63) & 1))
      return 0;
  }
  return 1;
}
int main(void) {
  bits = calloc(BITS / 64, 8);
  long yes = 0;
#pragma omp parallel
  {
#pragma omp for schedule(guided, 1000)
    for (int i = 0; i < NIN; i++)
      insert(2 * (uint64_t)i + 1);
#pragma omp for schedule(guided, 1000) reduction(+ : yes)
    for (int i = 0; i < NQ; i++)
      yes += probe(i);
  }
  printf("%ld of %d reported\n", yes, NQ);
  free(bits);
  return 0;
}
