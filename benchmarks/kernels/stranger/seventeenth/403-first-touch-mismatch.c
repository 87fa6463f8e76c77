/* Initialised by one schedule, used by another: chunks of a page here, blocks there. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 1000000;
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);

#pragma omp parallel for schedule(static, 512)
  for (long i = 0; i < n; i++) {
    a[i] = i % 13;
    b[i] = 1.0;
  }

  for (int t = 0; t < 5; t++) {
#pragma omp parallel for schedule(static)
    for (long i = 0; i < n; i++)
      b[i] = b[i] * 0.99 + a[i];
  }

  double s = 0.0;
  for (long i = 0; i < n; i++)
    s += b[i];
  printf("%.3f\n", s);
  free(a);
  free(b);
  return 0;
}
