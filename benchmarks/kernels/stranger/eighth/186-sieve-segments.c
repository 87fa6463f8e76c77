#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEG 32768
#define NSEG 200
#define ROOT 2600

static int primes[1000], np;

static long sieve(unsigned char *flag) {
  long count = 0;
#pragma omp parallel for schedule(dynamic, 1) reduction(+ : count)
  for (int s = 0; s < NSEG; s++) {
    long lo = (long)s * SEG;
    unsigned char *f = flag + lo;
    memset(f, 1, SEG);
    for (int k = 0; k < np; k++) {
      long p = primes[k], m = (lo + p - 1) / p * p;
      if (m < p * p)
        m = p * p;
      for (; m < lo + SEG; m += p)
        f[m - lo] = 0;
    }
    for (int i = 0; i < SEG; i++)
      count += f[i];
  }
  return count - 2;
}

int main(void) {
  for (int i = 2; i < ROOT; i++) {
    int ok = 1;
    for (int k = 0; k < np && primes[k] * primes[k] <= i; k++)
      if (i % primes[k] == 0) {
        ok = 0;
        break;
      }
    if (ok)
      primes[np++] = i;
  }
  unsigned char *flag = malloc((size_t)SEG * NSEG);
  if (!flag)
    return 1;
  printf("%ld\n", sieve(flag));
  free(flag);
  return 0;
}
