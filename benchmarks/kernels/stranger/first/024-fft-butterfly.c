/* Iterative radix-2 butterflies over separate re/im arrays; the parallel loop is over butterfly index at every stage. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LOGN 18
#define N (1 << LOGN)

static double re[N], im[N], wr[N / 2], wi[N / 2];

int main(void) {
  for (int i = 0; i < N; i++)
    re[i] = (i * 29 % 257) / 257.0;
  for (int k = 0; k < N / 2; k++) {
    wr[k] = cos(2 * acos(-1.0) * k / N);
    wi[k] = -sin(2 * acos(-1.0) * k / N);
  }

  for (int rep = 0; rep < 4; rep++)
    for (int s = LOGN - 1; s >= 0; s--) {
      const int half = 1 << s;
#pragma omp parallel for schedule(static)
      for (int b = 0; b < N / 2; b++) {
        int j = b & (half - 1);
        int i0 = ((b >> s) << (s + 1)) | j, i1 = i0 + half;
        int t = j << (LOGN - 1 - s);
        double ar = re[i0] + re[i1], ai = im[i0] + im[i1];
        double dr = re[i0] - re[i1], di = im[i0] - im[i1];
        re[i0] = 0.5 * ar;
        im[i0] = 0.5 * ai;
        re[i1] = 0.5 * (dr * wr[t] - di * wi[t]);
        im[i1] = 0.5 * (dr * wi[t] + di * wr[t]);
      }
    }

  double e = 0;
  for (int i = 0; i < N; i++)
    e += fabs(re[i]) * (i % 3 + 1) + fabs(im[i]);
  printf("%.6e\n", e);
  return 0;
}
