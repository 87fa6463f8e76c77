#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 3000000

static double dot(const float *x, const float *y) {
  int nt = omp_get_max_threads();
  double *part = calloc(nt, sizeof *part), r = 0;
#pragma omp parallel num_threads(nt)
  {
    double s = 0;
#pragma omp for nowait
    for (int i = 0; i < N; i++)
      s += (double)x[i] * y[i];
    part[omp_get_thread_num()] = s;
  }
  for (int t = 0; t < nt; t++)
    r += part[t];
  free(part);
  return r;
}

int main(void) {
  float *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  if (!x || !y)
    return 1;
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i % 10);
    y[i] = (float)(i % 4);
  }
  printf("%.1f\n", dot(x, y));
  free(x);
  free(y);
  return 0;
}
