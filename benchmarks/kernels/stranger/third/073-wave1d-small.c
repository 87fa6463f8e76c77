/* 1-D wave equation on 4000 floats for many steps: everything fits in L1, the region is entered every step. */
#include <math.h>
#include <stdio.h>

enum { N = 4000, STEPS = 4000 };

static float u0[N], u1[N], u2[N];

int main(void) {
  for (int i = 0; i < N; i++)
    u0[i] = u1[i] = (float)exp(-0.001 * (i - N / 2.0) * (i - N / 2.0));

  float *prev = u0, *cur = u1, *next = u2;
  for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for schedule(static)
    for (int i = 1; i < N - 1; i++)
      next[i] = 2 * cur[i] - prev[i] + 0.2f * (cur[i - 1] - 2 * cur[i] + cur[i + 1]);
    float *tmp = prev;
    prev = cur;
    cur = next;
    next = tmp;
  }

  double s = 0;
  for (int i = 0; i < N; i++)
    s += cur[i] * cur[i];
  printf("%.5f\n", s);
  return 0;
}
