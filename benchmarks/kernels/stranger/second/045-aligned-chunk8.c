/* Line-aligned doubles in static chunks of 8: each chunk is exactly one 64-byte line. */
#include <stdalign.h>
#include <stdio.h>

#define N (8 * 100003)
#define REPS 30

static alignas(64) double y[N];
static alignas(64) double x[N];

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = (i % 21) * 0.05;

  for (int r = 0; r < REPS; r++) {
#pragma omp parallel for schedule(static, 8)
    for (int i = 0; i < N; i++)
      y[i] += x[i] * (r + 1);
  }

  double s = 0;
  for (int i = 0; i < N; i++)
    s += y[i];
  printf("%.6f\n", s);
  return 0;
}
