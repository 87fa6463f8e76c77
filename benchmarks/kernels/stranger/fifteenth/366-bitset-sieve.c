/* Marks the positions of a SNP panel in a bit set: neighbouring sites,
   dealt out in small chunks, touch words of the same line. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define NSITE (1 << 21)
#define NWORD (NSITE / 64)

static uint64_t mask[NWORD], both[NWORD];
static uint8_t qual[NSITE];

int main(void) {
  for (int i = 0; i < NSITE; i++)
    qual[i] = (uint8_t)((i * 2654435761u) >> 24);

#pragma omp parallel
  {
#pragma omp for schedule(static, 2)
    for (int w = 0; w < NWORD; w++) {
      uint64_t m = 0;
      for (int b = 0; b < 64; b++)
        m |= (uint64_t)(qual[w * 64 + b] > 90) << b;
      mask[w] = m;
    }
#pragma omp for schedule(static, 2)
    for (int w = 0; w < NWORD - 1; w++)
      both[w] = mask[w] & (mask[w] >> 1 | mask[w + 1] << 63);
  }

  long n = 0;
  for (int w = 0; w < NWORD; w++)
    n += __builtin_popcountll(both[w]) * (w % 7 + 1);
  printf("%ld\n", n);
  return 0;
}
