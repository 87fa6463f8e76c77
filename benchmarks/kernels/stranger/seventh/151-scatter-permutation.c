#include <stdio.h>
#include <stdlib.h>

#define N 262144

static int *perm;

static void scatter(const float *in, float *out) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    out[perm[i]] = in[i] * 2.0f;
}

int main(void) {
  perm = malloc(N * sizeof *perm);
  float *in = malloc(N * sizeof *in), *out = malloc(N * sizeof *out);
  if (!perm || !in || !out)
    return 1;
  for (int i = 0; i < N; i++) {
    perm[i] = (int)(((unsigned)i * 40503u + 7u) & (N - 1));
    in[i] = (float)(i % 255);
  }
  for (int r = 0; r < 10; r++)
    scatter(in, out);
  double s = 0;
  for (int i = 0; i < N; i++)
    s += out[i] * (i % 4);
  printf("%.1f\n", s);
  free(perm);
  free(in);
  free(out);
  return 0;
}
