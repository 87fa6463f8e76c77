/* Potential, then field from it, without a barrier between: right only while
   both loops are dealt out in the same way. */
#include <stdio.h>

#define N 200000

static double rho[N], phi[N], field[N];

int main(void) {
  for (int i = 0; i < N; i++)
    rho[i] = (i % 97) * 0.01;

  for (int step = 0; step < 10; step++) {
#pragma omp parallel
    {
#pragma omp for schedule(static, 2) nowait
      for (int i = 0; i < N; i++)
        phi[i] = 0.9 * phi[i] + rho[i];
#pragma omp for schedule(static, 2)
      for (int i = 0; i < N; i++)
        field[i] += 0.5 * phi[i];
    }
  }

  double s = 0.0;
  for (int i = 0; i < N; i++)
    s += field[i];
  printf("%.6f\n", s);
  return 0;
}
