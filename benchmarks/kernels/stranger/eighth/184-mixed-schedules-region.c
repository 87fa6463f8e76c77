#include <stdio.h>

#define N 400000

static double v[N], w[N];

static double run(int steps) {
  double total = 0;
#pragma omp parallel
  for (int s = 0; s < steps; s++) {
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      v[i] = w[i] * 0.5 + (i % 8);
#pragma omp for schedule(static, 16) reduction(+ : total)
    for (int i = 0; i < N; i++) {
      w[i] = v[i] - 1.0;
      total += w[i];
    }
  }
  return total;
}

int main(void) {
  printf("%.4f\n", run(20));
  return 0;
}
