/* Segmented prime sieve: every dynamic iteration clears one 32 KB segment of a shared bit set. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEGBITS (32 * 1024 * 8)
#define NSEG 160
#define LIMIT ((int64_t)SEGBITS * NSEG)

static uint64_t bits[NSEG][SEGBITS / 64];
static int prime[2000], np;

int main(void) {
  static char small[6600];
  for (int i = 2; (int64_t)i * i < LIMIT; i++) {
    if (small[i])
      continue;
    prime[np++] = i;
    for (int j = i * i; j < 6600; j += i)
      small[j] = 1;
  }

#pragma omp parallel for schedule(dynamic)
  for (int s = 0; s < NSEG; s++) {
    int64_t base = (int64_t)s * SEGBITS;
    uint64_t *w = bits[s];
    memset(w, 0xff, SEGBITS / 8);
    for (int k = 0; k < np; k++) {
      int64_t p = prime[k], m = p * p;
      if (m < base)
        m = (base + p - 1) / p * p;
      for (int64_t j = m - base; j < SEGBITS; j += p)
        w[j >> 6] &= ~(UINT64_C(1) << (j & 63));
    }
  }

  long n = -2; /* 0 and 1 */
  for (int s = 0; s < NSEG; s++)
    for (int i = 0; i < SEGBITS / 64; i++)
      n += __builtin_popcountll(bits[s][i]);
  printf("%ld primes below %lld\n", n, (long long)LIMIT);
  return 0;
}
