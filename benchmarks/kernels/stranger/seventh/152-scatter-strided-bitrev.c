#include <stdio.h>
#include <stdlib.h>

#define LG 19
#define N (1u << LG)

static unsigned rev(unsigned v) {
  unsigned r = 0;
  for (int b = 0; b < LG; b++) {
    r = (r << 1) | (v & 1);
    v >>= 1;
  }
  return r;
}

static void bitrev_copy(const float *a, float *b) {
#pragma omp parallel for schedule(static, 8)
  for (unsigned i = 0; i < N; i++)
    b[rev(i)] = a[i];
}

int main(void) {
  float *a = aligned_alloc(64, N * sizeof *a), *b = aligned_alloc(64, N * sizeof *b);
  if (!a || !b)
    return 1;
  for (unsigned i = 0; i < N; i++)
    a[i] = (float)(i & 1023);
  bitrev_copy(a, b);
  bitrev_copy(b, a);
  double s = 0;
  for (unsigned i = 0; i < N; i++)
    s += a[i] * (float)(i & 3) + b[i];
  printf("%.1f\n", s);
  free(a);
  free(b);
  return 0;
}
