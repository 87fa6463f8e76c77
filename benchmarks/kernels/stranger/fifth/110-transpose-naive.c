#include <stdio.h>
#include <stdlib.h>

#define N 1024

static void transpose(float *restrict t, const float *restrict a, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      t[(size_t)j * n + i] = a[(size_t)i * n + j];
}

int main(void) {
  float *a = aligned_alloc(64, sizeof(float) * N * N);
  float *t = aligned_alloc(64, sizeof(float) * N * N);
  if (!a || !t)
    return 1;
  for (int i = 0; i < N * N; i++)
    a[i] = (float)(i % 1000);
  for (int r = 0; r < 4; r++)
    transpose(t, a, N);
  double c = 0;
  for (int i = 0; i < N; i++)
    c += t[(size_t)i * N + (i * 31) % N];
  printf("%.1f\n", c);
  free(a);
  free(t);
  return 0;
}
