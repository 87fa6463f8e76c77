// A recurrence in two directions: by diagonals of points, and by diagonals of blocks.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 200
#endif
#ifndef B
#define B 20
#endif
__attribute__((noinline)) void diagonals(int n, double *g, int its) {
  for (int t = 0; t < its; t++)
    for (int d = 2; d <= 2 * n - 2; d++) {
#pragma omp parallel for
      for (int i = (1 > d - n + 1 ? 1 : d - n + 1); i <= (n - 1 < d - 1 ? n - 1 : d - 1); i++)
        g[i * n + d - i] = g[(i - 1) * n + d - i] + g[i * n + d - i - 1] - g[(i - 1) * n + d - i - 1];
    }
}
__attribute__((noinline)) void blocks(int nb, double *g, int n) {
  for (int d = 0; d <= 2 * (nb - 1); d++) {
#pragma omp parallel for
    for (int bi = (0 > d - nb + 1 ? 0 : d - nb + 1); bi <= (nb - 1 < d ? nb - 1 : d); bi++)
      for (int i = bi * B + 1; i <= bi * B + B; i++)
        for (int j = (d - bi) * B + 1; j <= (d - bi) * B + B; j++)
          g[i * n + j] = g[(i - 1) * n + j] + g[i * n + j - 1] - g[(i - 1) * n + j - 1];
  }
}
int main(void) {
  double *g = calloc((N + 1) * (N + 1), 8);
  diagonals(N, g, 2);
  blocks((N - 1) / B, g, N);
  printf("%g\n", g[N + 1]);
}
