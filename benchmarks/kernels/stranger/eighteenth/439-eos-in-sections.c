/* Three fields of one state, each by a section, then a loop that reads them all. */
#include <math.h>
#include <stdio.h>

#define N 100000

static double rho[N], e[N], p[N], c[N], t[N], dt[N];

int main(void) {
  for (int i = 0; i < N; i++) {
    rho[i] = 1.0 + (i % 10) * 0.1;
    e[i] = 2.0 + (i % 6) * 0.2;
  }

#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      for (int i = 0; i < N; i++)
        p[i] = 0.4 * rho[i] * e[i];
#pragma omp section
      for (int i = 0; i < N; i++)
        t[i] = e[i] / 717.0;
    }
#pragma omp for schedule(static, 6)
    for (int i = 0; i < N; i++) {
      c[i] = sqrt(1.4 * p[i] / rho[i]);
      dt[i] = 0.01 / (c[i] + t[i]);
    }
  }

  double s = 0.0;
  for (int i = 0; i < N; i++)
    s += dt[i];
  printf("%.8f\n", s);
  return 0;
}
