/* saxpy dealt out cyclically with schedule(static,1): neighbouring floats belong to different threads. */
#include <stdio.h>
#include <stdlib.h>

#define N 1000000
#define REPS 20

static float x[N], y[N];

int main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i % 100) * 0.01f;
    y[i] = 1.0f;
  }

  for (int r = 0; r < REPS; r++) {
    float a = 1.0f / (float)(r + 1);
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < N; i++)
      y[i] += a * x[i];
  }

  double s = 0;
  for (int i = 0; i < N; i++)
    s += y[i];
  printf("%.4f\n", s);
  return 0;
}
