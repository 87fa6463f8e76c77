/* Segmented sieve: each segment is a chunk of the flag array; small primes read by all. */
#include <stdio.h>
#include <stdlib.h>

#define LIMIT 4000000
#define SEG 32768
#define ROOT 2000

static unsigned char composite[LIMIT + SEG];
static int small[ROOT];

int main(void) {
  int ns = 0;
  for (int p = 2; p <= ROOT; p++) {
    int ok = 1;
    for (int d = 0; d < ns && small[d] * small[d] <= p; d++)
      if (p % small[d] == 0)
        ok = 0;
    if (ok)
      small[ns++] = p;
  }
  int nseg = (LIMIT + SEG - 1) / SEG;
  long primes = 0;
#pragma omp parallel for schedule(dynamic, 1) reduction(+ : primes)
  for (int s = 0; s < nseg; s++) {
    int a = s * SEG, b = a + SEG < LIMIT ? a + SEG : LIMIT;
    for (int k = 0; k < ns; k++) {
      int p = small[k];
      int m = (a + p - 1) / p * p;
      if (m < p * p)
        m = p * p;
      for (; m < b; m += p)
        composite[m] = 1;
    }
    for (int i = a < 2 ? 2 : a; i < b; i++)
      primes += !composite[i];
  }
  printf("primes %ld\n", primes);
  return 0;
}
