/* k-means with K=3, D=2; per-thread sums packed one after the other */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#define K 3
#define MAXT 128
typedef struct {
  float x, y;
} pt;
static float sum[MAXT][K][2];
static int cnt[MAXT][K];

static void lloyd(const pt *p, int n, pt c[K]) {
  for (int t = 0; t < MAXT; t++)
    for (int k = 0; k < K; k++)
      sum[t][k][0] = sum[t][k][1] = cnt[t][k] = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int b = 0, t = omp_get_thread_num();
    float bd = 1e30f;
    for (int k = 0; k < K; k++) {
      float dx = p[i].x - c[k].x, dy = p[i].y - c[k].y, d = dx * dx + dy * dy;
      if (d < bd) {
        bd = d;
        b = k;
      }
    }
    sum[t][b][0] += p[i].x;
    sum[t][b][1] += p[i].y;
    cnt[t][b]++;
  }
  for (int k = 0; k < K; k++) {
    double x = 0, y = 0;
    int m = 0;
    for (int t = 0; t < MAXT; t++) {
      x += sum[t][k][0];
      y += sum[t][k][1];
      m += cnt[t][k];
    }
    if (m)
      c[k] = (pt){x / m, y / m};
  }
}
int main(void) {
  int n = 600000;
  pt *p = malloc(n * sizeof *p), c[K] = {{0, 0}, {5, 5}, {10, 0}};
  for (int i = 0; i < n; i++)
    p[i] = (pt){(i % 3) * 4 + (i * 31 % 97) * 0.02f, (i % 5) + (i * 17 % 89) * 0.02f};
  for (int it = 0; it < 12; it++)
    lloyd(p, n, c);
  for (int k = 0; k < K; k++)
    printf("%.3f %.3f\n", c[k].x, c[k].y);
  free(p);
  return 0;
}
