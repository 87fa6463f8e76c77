/* Many right-hand sides, lower triangular solve; right-hand sides are the
   fast index and every thread takes single ones in turn. */
#include <stdio.h>
#include <stdlib.h>

#define N 160
#define NRHS 256

static double L[N][N], b[N][NRHS];

int main(void) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j <= i; j++)
      L[i][j] = i == j ? 4.0 : 1.0 / (1 + i - j);
    for (int r = 0; r < NRHS; r++)
      b[i][r] = (double)((i + r) % 9);
  }

#pragma omp parallel for schedule(static, 1)
  for (int r = 0; r < NRHS; r++)
    for (int i = 0; i < N; i++) {
      double s = b[i][r];
      for (int j = 0; j < i; j++)
        s -= L[i][j] * b[j][r];
      b[i][r] = s / L[i][i];
    }

  double c = 0.0;
  for (int i = 0; i < N; i++)
    for (int r = 0; r < NRHS; r++)
      c += b[i][r] * (r % 4 + 1);
  printf("%.10e\n", c);
  return 0;
}
