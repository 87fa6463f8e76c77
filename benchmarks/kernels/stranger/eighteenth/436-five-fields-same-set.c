/* Five fields of 256 KiB each that begin at the same place of a cache, in one
   allocation, read side by side. */
#include <stdio.h>
#include <stdlib.h>

#define N 32768

int main(void) {
  double *all = aligned_alloc(1 << 20, (size_t)10 * N * sizeof *all);
  double *f[10];
  for (int k = 0; k < 10; k++) {
    f[k] = all + (size_t)k * N;
    for (int i = 0; i < N; i++)
      f[k][i] = k + i % 3;
  }
  double *o = f[9];
  for (int t = 0; t < 20; t++) {
#pragma omp parallel for
    for (int i = 1; i < N - 1; i++)
      o[i] =
          f[0][i] + f[1][i] * f[2][i + 1] + f[3][i] * f[4][i - 1] + f[5][i] + f[6][i] * f[7][i] - f[8][i] + 0.1 * o[i];
  }
  double s = 0.0;
  for (int i = 0; i < N; i++)
    s += o[i];
  printf("%.4f\n", s);
  free(all);
  return 0;
}
