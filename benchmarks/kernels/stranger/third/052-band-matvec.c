/* Band matrix times vector in LAPACK-like diagonal storage (one row per diagonal), 11 diagonals. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 200000, KL = 5, KU = 5, ND = KL + KU + 1, REPS = 40 };

static double ab[ND][N], x[N], y[N];

int main(void) {
  for (int d = 0; d < ND; d++)
    for (int i = 0; i < N; i++)
      ab[d][i] = d == KL ? 1.0 : 0.02 * ((i + d) % 4);
  for (int i = 0; i < N; i++)
    x[i] = 1.0 + i % 3;

  for (int r = 0; r < REPS; r++) {
#pragma omp parallel for
    for (int i = KL; i < N - KU; i++) {
      double s = 0;
      for (int d = 0; d < ND; d++)
        s += ab[d][i] * x[i + d - KL];
      y[i] = s;
    }
#pragma omp parallel for
    for (int i = KL; i < N - KU; i++)
      x[i] = 0.7 * y[i];
  }

  double s = 0;
  for (int i = 0; i < N; i++)
    s += x[i];
  printf("%.8e\n", s);
  return 0;
}
