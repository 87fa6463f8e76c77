/* STREAM triad with first-touch initialisation in the same static split; nothing to improve. */
#include <stdio.h>
#include <stdlib.h>

static const int N = 4000000;

int main(void) {
  double *a = aligned_alloc(64, N * sizeof(double));
  double *b = aligned_alloc(64, N * sizeof(double));
  double *c = aligned_alloc(64, N * sizeof(double));
  if (!a || !b || !c)
    return 1;

#pragma omp parallel for schedule(static)
  for (int i = 0; i < N; i++) {
    a[i] = 0.0;
    b[i] = 1.0 + (i & 7);
    c[i] = 2.0;
  }

  for (int t = 0; t < 12; t++) {
    const double q = 0.5 * t;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < N; i++)
      a[i] = b[i] + q * c[i];
  }

  double s = 0;
  for (int i = 0; i < N; i++)
    s += a[i];
  printf("%.1f\n", s);
  free(a);
  free(b);
  free(c);
  return 0;
}
