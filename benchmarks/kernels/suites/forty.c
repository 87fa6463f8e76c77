// Forty loops of one function over thirteen arrays, as a generated solver has them.
#include <stdio.h>
#ifndef N
#define N 64
#endif
static double f[14][N][N];
#define ONE(x, y, z)                                                                                                   \
  _Pragma("omp for") for (int i = 1; i < N - 1; i++) for (int j = 1; j < N - 1; j++) f[(x)][i][j] +=                   \
      f[y][i][j + 1] - f[y][i][j - 1] + 0.5 * f[z][i + 1][j];
#define TWO(x, y, z)                                                                                                   \
  _Pragma("omp for") for (int j = 1; j < N - 1; j++) for (int i = 1; i < N - 1; i++) f[(x)][i][j] +=                   \
      f[y][i + 1][j] - f[y][i - 1][j] + 0.5 * f[z][i][j];
#define FIVE(x) ONE(x, 3, 4) TWO(4, x, 5) ONE(5, x, 7) ONE(7, 5, x) TWO(8, 4, 7)
__attribute__((noinline)) void forty(int steps) {
  for (int s = 0; s < steps; s++) {
#pragma omp parallel
    {
      FIVE(0) FIVE(1) FIVE(2) FIVE(6) FIVE(9) FIVE(10) FIVE(11) FIVE(12)
    }
  }
}
int main(void) {
  forty(2);
  printf("%g\n", f[1][2][3]);
}
