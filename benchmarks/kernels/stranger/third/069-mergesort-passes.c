/* Bottom-up merge sort of doubles: every pass merges pairs of runs, the number of pairs halves until it is one. */
#include <stdio.h>
#include <stdlib.h>

#define N (1 << 19)

static double x[N], y[N];

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = (double)((i * 2654435769u) % 1000003u);

  double *src = x, *dst = y;
  for (int w = 1; w < N; w *= 2) {
#pragma omp parallel for schedule(static)
    for (int lo = 0; lo < N; lo += 2 * w) {
      int i = lo, mid = lo + w, j = mid, hi = lo + 2 * w;
      for (int k = lo; k < hi; k++)
        if (i < mid && (j >= hi || src[i] <= src[j]))
          dst[k] = src[i++];
        else
          dst[k] = src[j++];
    }
    double *t = src;
    src = dst;
    dst = t;
  }

  double h = 0;
  int ok = 1;
  for (int i = 0; i < N; i++) {
    h += src[i] * (i % 17);
    if (i && src[i - 1] > src[i])
      ok = 0;
  }
  printf("%d %.1f\n", ok, h);
  return 0;
}
