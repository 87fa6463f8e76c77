#include <stdio.h>

#define N 1500

static float x[N], y[N];

int main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = (float)i;
    y[i] = 1.0f;
  }
  for (int r = 0; r < 400; r++) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < N; i++)
      y[i] = 0.5f * x[i] + 0.25f * y[i];
  }
  double s = 0;
  for (int i = 0; i < N; i++)
    s += y[i];
  printf("%.3f\n", s);
  return 0;
}
