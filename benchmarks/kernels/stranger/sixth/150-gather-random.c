#include <stdio.h>
#include <stdlib.h>

#define LOG 20
#define N (1u << LOG)

static void gather(double *restrict out, const double *restrict in, const unsigned *restrict idx) {
#pragma omp parallel for schedule(static)
  for (unsigned i = 0; i < N; i++)
    out[i] = in[idx[i]];
}

int main(void) {
  double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
  unsigned *ix = malloc(N * sizeof *ix);
  if (!a || !b || !ix)
    return 1;
  for (unsigned i = 0; i < N; i++) {
    a[i] = i;
    ix[i] = (i * 1664525u + 1013904223u) & (N - 1);
  }
  for (int r = 0; r < 4; r++)
    gather(b, a, ix);
  double s = 0;
  for (unsigned i = 0; i < N; i += 3)
    s += b[i];
  printf("%.1f\n", s);
  free(a);
  free(b);
  free(ix);
  return 0;
}
