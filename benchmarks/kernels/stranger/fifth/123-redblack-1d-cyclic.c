#include <stdio.h>
#include <stdlib.h>

#define N 400001

static void halfsweep(double *u, int start, double w) {
#pragma omp parallel for schedule(static, 4)
  for (int i = start; i < N - 1; i += 2)
    u[i] += w * (0.5 * (u[i - 1] + u[i + 1]) - u[i]);
}

int main(void) {
  double *u = calloc(N, sizeof *u);
  if (!u)
    return 1;
  u[0] = 1.0;
  u[N - 1] = -2.0;
  for (int i = 1; i < N - 1; i++)
    u[i] = (i % 50) * 0.02;
  for (int it = 0; it < 25; it++) {
    halfsweep(u, 1, 1.5);
    halfsweep(u, 2, 1.5);
  }
  double c = 0;
  for (int i = 0; i < N; i++)
    c += u[i] * (i & 7);
  printf("%.8f\n", c);
  free(u);
  return 0;
}
