/* primes up to 8M by 32 KB segments, each thread its own scratch */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define LIMIT 8000000
#define SEG 32768
static int small[1000], nsmall;

static void small_primes(int lim) {
  for (int i = 2; i <= lim; i++) {
    int ok = 1;
    for (int k = 0; k < nsmall && small[k] * small[k] <= i; k++)
      if (i % small[k] == 0) {
        ok = 0;
        break;
      }
    if (ok)
      small[nsmall++] = i;
  }
}
int main(void) {
  small_primes(2829);
  int nseg = (LIMIT + SEG - 1) / SEG;
  long count = 0, sum = 0;
#pragma omp parallel reduction(+ : count, sum)
  {
    unsigned char mark[SEG];
#pragma omp for schedule(dynamic)
    for (int s = 0; s < nseg; s++) {
      int lo = s * SEG, hi = lo + SEG < LIMIT ? lo + SEG : LIMIT;
      memset(mark, 1, sizeof mark);
      for (int k = 0; k < nsmall && small[k] * small[k] < hi; k++) {
        int p = small[k], st = (lo + p - 1) / p * p;
        if (st < p * p)
          st = p * p;
        for (int m = st; m < hi; m += p)
          mark[m - lo] = 0;
      }
      for (int i = lo < 2 ? 2 : lo; i < hi; i++)
        if (mark[i - lo]) {
          count++;
          sum += i;
        }
    }
  }
  printf("%ld primes, sum %ld\n", count, sum);
  return 0;
}
