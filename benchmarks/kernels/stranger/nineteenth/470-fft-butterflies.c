/* Butterflies of a transform of 65536 complex numbers, each stage a parallel loop. */
#include <stdio.h>

#define N 65536

static double re[N], im[N], wr[N / 2], wi[N / 2];

int main(void) {
  for (int i = 0; i < N; i++)
    re[i] = i % 64, im[i] = 0;
  for (int i = 0; i < N / 2; i++)
    wr[i] = 1.0 - 2.0 * i / N, wi[i] = 0.1;
  for (int half = 1; half < N; half *= 2) {
    int step = N / 2 / half;
#pragma omp parallel for
    for (int group = 0; group < N; group += 2 * half)
      for (int k = 0; k < half; k++) {
        int a = group + k, b = a + half;
        double tr = re[b] * wr[k * step] - im[b] * wi[k * step];
        double ti = re[b] * wi[k * step] + im[b] * wr[k * step];
        re[b] = re[a] - tr;
        im[b] = im[a] - ti;
        re[a] += tr;
        im[a] += ti;
      }
  }
  printf("%.6e %.6e\n", re[1], im[N - 1]);
  return 0;
}
