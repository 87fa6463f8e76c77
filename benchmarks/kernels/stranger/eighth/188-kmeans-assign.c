#include <float.h>
#include <stdio.h>
#include <stdlib.h>

#define NPT 60000
#define DIM 8
#define K 12

static float pts[NPT][DIM], ctr[K][DIM];
static int label[NPT];

static void assign(void) {
#pragma omp parallel for schedule(static, 100)
  for (int p = 0; p < NPT; p++) {
    float best = FLT_MAX;
    int arg = 0;
    for (int k = 0; k < K; k++) {
      float d = 0;
      for (int c = 0; c < DIM; c++) {
        float t = pts[p][c] - ctr[k][c];
        d += t * t;
      }
      if (d < best) {
        best = d;
        arg = k;
      }
    }
    label[p] = arg;
  }
}

int main(void) {
  unsigned s = 42;
  for (int p = 0; p < NPT; p++)
    for (int c = 0; c < DIM; c++) {
      s = s * 1664525u + 1013904223u;
      pts[p][c] = (float)(s >> 16) / 65536.0f;
    }
  for (int k = 0; k < K; k++)
    for (int c = 0; c < DIM; c++)
      ctr[k][c] = pts[k * 500][c];
  for (int r = 0; r < 5; r++)
    assign();
  long h = 0;
  for (int p = 0; p < NPT; p++)
    h += (long)label[p] * (p % 10);
  printf("%ld\n", h);
  return 0;
}
