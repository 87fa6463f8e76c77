// Fields of two dimensions in time, the electric and the magnetic one in turn.
#include <stdio.h>
#ifndef N
#define N 120
#endif
static double ex[N][N], ey[N][N], hz[N][N], fict[16];
__attribute__((noinline)) void fdtd(int steps) {
  for (int t = 0; t < steps; t++) {
#pragma omp parallel
    {
#pragma omp for
      for (int j = 0; j < N; j++)
        ey[0][j] = fict[t];
#pragma omp for
      for (int i = 1; i < N; i++)
        for (int j = 0; j < N; j++)
          ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
#pragma omp for
      for (int i = 0; i < N; i++)
        for (int j = 1; j < N; j++)
          ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
#pragma omp for
      for (int i = 0; i < N - 1; i++)
        for (int j = 0; j < N - 1; j++)
          hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
    }
  }
}
int main(void) {
  fdtd(4);
  printf("%g\n", hz[2][3]);
}
