/* Float array used from element 3 on, static chunks of 16 floats: a line long but never on a line boundary. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 20, OFF = 3, REPS = 30 };

int main(void) {
  float *base = aligned_alloc(64, (N + 16) * sizeof(float));
  float *w = aligned_alloc(64, N * sizeof(float));
  if (!base || !w)
    return 1;
  float *y = base + OFF;
  for (int i = 0; i < N; i++) {
    y[i] = 0.0f;
    w[i] = (float)(i % 17) / 17.0f;
  }

  for (int r = 0; r < REPS; r++) {
#pragma omp parallel for schedule(static, 16)
    for (int i = 0; i < N; i++)
      y[i] = 0.75f * y[i] + w[i];
  }

  double s = 0;
  for (int i = 0; i < N; i++)
    s += y[i];
  printf("%.5f\n", s);
  free(base);
  free(w);
  return 0;
}
