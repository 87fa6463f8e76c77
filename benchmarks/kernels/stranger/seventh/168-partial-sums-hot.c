#include <omp.h>
#include <stdio.h>

#define N 2000000
#define MAXT 32

static volatile double part[MAXT];

static double norm(const double *v) {
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    part[me] = 0;
#pragma omp for
    for (int i = 0; i < N; i++)
      part[me] += v[i] * v[i];
  }
  double s = 0;
  for (int t = 0; t < MAXT; t++)
    s += part[t];
  return s;
}

int main(void) {
  static double v[N];
  for (int i = 0; i < N; i++)
    v[i] = (i % 100) * 0.01;
  printf("%.4f\n", norm(v));
  return 0;
}
