/* Two updates and a norm between them in one region; the first does not wait. */
#include <math.h>
#include <stdio.h>

#define N 120000

static double x[N], r[N], p[N];

int main(void) {
  for (int i = 0; i < N; i++) {
    r[i] = (i % 11) * 0.1;
    p[i] = (i % 7) * 0.2;
  }
  double norm = 0.0;
  for (int it = 0; it < 8; it++) {
    norm = 0.0;
#pragma omp parallel
    {
#pragma omp for schedule(static, 16) nowait
      for (int i = 0; i < N; i++)
        x[i] += 0.3 * p[i];
#pragma omp for schedule(static, 16) reduction(+ : norm)
      for (int i = 0; i < N; i++) {
        r[i] -= 0.3 * x[i];
        norm += r[i] * r[i];
      }
#pragma omp for schedule(static, 16)
      for (int i = 0; i < N; i++)
        p[i] = r[i] + 0.1 * sqrt(norm) / N * p[i];
    }
  }
  printf("%.8e\n", norm);
  return 0;
}
