/* k-means assignment step with per-thread centroid sums kept in one shared array of unpadded slices. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 250000, D = 3, K = 7, ITERS = 5, MAXT = 16 };

static float pt[N][D];
static long acc[MAXT][K][D + 1];
static float cen[K][D];

int main(void) {
  unsigned s = 7;
  for (int i = 0; i < N; i++)
    for (int d = 0; d < D; d++) {
      s = s * 69069u + 1u;
      pt[i][d] = (float)(s >> 22);
    }
  for (int k = 0; k < K; k++)
    for (int d = 0; d < D; d++)
      cen[k][d] = pt[k * 1000][d];

  for (int it = 0; it < ITERS; it++) {
#pragma omp parallel num_threads(4)
    {
      int me = omp_get_thread_num();
#pragma omp for schedule(static)
      for (int i = 0; i < N; i++) {
        int best = 0;
        float bd = 1e30f;
        for (int k = 0; k < K; k++) {
          float d2 = 0;
          for (int d = 0; d < D; d++)
            d2 += (pt[i][d] - cen[k][d]) * (pt[i][d] - cen[k][d]);
          if (d2 < bd) {
            bd = d2;
            best = k;
          }
        }
        for (int d = 0; d < D; d++)
          acc[me][best][d] += (long)pt[i][d];
        acc[me][best][D]++;
      }
    }
    for (int k = 0; k < K; k++) {
      long t[D + 1] = {0};
      for (int m = 0; m < MAXT; m++)
        for (int d = 0; d <= D; d++) {
          t[d] += acc[m][k][d];
          acc[m][k][d] = 0;
        }
      for (int d = 0; d < D; d++)
        if (t[D])
          cen[k][d] = (float)((double)t[d] / (double)t[D]);
    }
  }
  for (int k = 0; k < K; k++)
    printf("%.3f ", cen[k][0] + cen[k][1] * 2 + cen[k][2] * 3);
  printf("\n");
  return 0;
}
