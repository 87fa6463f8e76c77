/* Right-looking elimination without pivoting on a diagonally dominant matrix. */
#include <stdio.h>
#include <stdlib.h>

#define N 420

static double m[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      m[i][j] = i == j ? 2.0 * N : (double)((i * 3 + j * 7) % 11) - 5.0;

  for (int k = 0; k < N - 1; k++) {
    double inv = 1.0 / m[k][k];
#pragma omp parallel for schedule(static) shared(m, inv, k)
    for (int i = k + 1; i < N; i++) {
      double f = m[i][k] * inv;
      m[i][k] = f;
      for (int j = k + 1; j < N; j++)
        m[i][j] -= f * m[k][j];
    }
  }
  double c = 0.0;
  for (int i = 0; i < N; i++)
    c += m[i][i];
  printf("trace of U %.6f\n", c);
  return 0;
}
