/* Each iteration is a thread's share: the loop has as many as the team. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 400000

static double x[N];

int main(void) {
  int nt = omp_get_max_threads();
  double *partial = calloc(nt, sizeof *partial);
  for (int i = 0; i < N; i++)
    x[i] = (i % 1000) * 1e-3;

  for (int round = 0; round < 6; round++) {
#pragma omp parallel for schedule(static, 1)
    for (int t = 0; t < nt; t++) {
      int from = (int)((long)N * t / nt), to = (int)((long)N * (t + 1) / nt);
      for (int i = from; i < to; i++)
        partial[t] += x[i] * x[i];
    }
  }
  double s = 0.0;
  for (int t = 0; t < nt; t++)
    s += partial[t];
  printf("%.6f\n", s);
  free(partial);
  return 0;
}
