#include <stdio.h>
#include <stdlib.h>

#define LIM 1200000

static void mark(unsigned char *is) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < LIM / 2; i++) {
    int n = 2 * i + 1, p = n > 1;
    for (int d = 3; d * d <= n; d += 2)
      if (n % d == 0) {
        p = 0;
        break;
      }
    is[i] = (unsigned char)p;
  }
}

int main(void) {
  unsigned char *is = malloc(LIM / 2);
  if (!is)
    return 1;
  mark(is);
  long c = 1;
  for (int i = 1; i < LIM / 2; i++)
    c += is[i];
  printf("%ld primes below %d\n", c, LIM);
  free(is);
  return 0;
}
