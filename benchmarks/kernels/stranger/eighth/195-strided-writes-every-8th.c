#include <stdio.h>
#include <stdlib.h>

#define N (1 << 21)

static void touch(double *a, double f) {
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < N; i += 8)
    a[i] = a[i] * f + 1.0;
}

int main(void) {
  double *a = aligned_alloc(64, N * sizeof *a);
  if (!a)
    return 1;
  for (int i = 0; i < N; i++)
    a[i] = i % 100;
  for (int r = 0; r < 6; r++)
    touch(a, 0.5);
  double s = 0;
  for (int i = 0; i < N; i += 8)
    s += a[i];
  printf("%.6f\n", s);
  free(a);
  return 0;
}
