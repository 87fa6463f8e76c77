/* Backward time levels of an option, from the last node to the first. */
#include <stdio.h>

#define N 60000

static float value[N + 1], next[N];

int main(void) {
  for (int i = 0; i <= N; i++)
    value[i] = i > N / 2 ? (float)(i - N / 2) : 0.0f;

  for (int t = 0; t < 20; t++) {
#pragma omp parallel for schedule(static, 3)
    for (int i = N - 1; i >= 0; i--)
      next[i] = 0.498f * value[i] + 0.501f * value[i + 1];
#pragma omp parallel for schedule(static, 3)
    for (int i = N - 1; i >= 0; i--)
      value[i] = next[i];
  }

  double s = 0.0;
  for (int i = 0; i < N; i++)
    s += value[i];
  printf("%.4f\n", s);
  return 0;
}
