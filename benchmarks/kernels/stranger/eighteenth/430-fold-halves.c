/* A tree of sums: the upper half is folded upon the lower one until one is left. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const int n = 1 << 20;
  double *a = malloc(n * sizeof *a);
  for (int i = 0; i < n; i++)
    a[i] = 1.0 / (1 + i % 1000);

  for (int half = n / 2; half > 0; half /= 2) {
#pragma omp parallel for schedule(static, 4)
    for (int i = 0; i < half; i++)
      a[i] += a[i + half];
  }
  printf("%.9f\n", a[0]);
  free(a);
  return 0;
}
