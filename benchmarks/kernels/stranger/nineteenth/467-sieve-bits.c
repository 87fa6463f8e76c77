/* Marks multiples in an array of bytes, primes dealt out on demand, then counts. */
#include <stdio.h>

#define N 1000000
#define ROOT 1000

static unsigned char composite[N + 1];

int main(void) {
#pragma omp parallel for schedule(dynamic)
  for (int p = 2; p <= ROOT; p++)
    for (int m = p * p; m <= N; m += p)
      composite[m] = 1;
  int primes = 0;
#pragma omp parallel for reduction(+ : primes)
  for (int i = 2; i <= N; i++)
    primes += !composite[i];
  printf("%d\n", primes);
  return 0;
}
