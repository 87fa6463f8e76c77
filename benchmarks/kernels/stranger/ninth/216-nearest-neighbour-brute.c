/* brute force nearest neighbour in 8 dimensions */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#define DIM 8
#define NREF 2000
#define NQ 3000
static float ref[NREF][DIM], qry[NQ][DIM];
static int best[NQ];

static inline float dist2(const float *p, const float *q) {
  float d = 0;
  for (int k = 0; k < DIM; k++) {
    float t = p[k] - q[k];
    d += t * t;
  }
  return d;
}
static double search_all(void) {
  double total = 0;
#pragma omp parallel for schedule(static) reduction(+ : total)
  for (int i = 0; i < NQ; i++) {
    float bd = FLT_MAX;
    int bi = -1;
    for (int j = 0; j < NREF; j++) {
      float d = dist2(qry[i], ref[j]);
      if (d < bd) {
        bd = d;
        bi = j;
      }
    }
    best[i] = bi;
    total += bd;
  }
  return total;
}
int main(void) {
  unsigned s = 1;
  for (int i = 0; i < NREF * DIM; i++) {
    s = s * 1664525u + 1013904223u;
    ref[i / DIM][i % DIM] = (s >> 9) * 1e-6f;
  }
  for (int i = 0; i < NQ * DIM; i++) {
    s = s * 1664525u + 1013904223u;
    qry[i / DIM][i % DIM] = (s >> 9) * 1e-6f;
  }
  double t = search_all();
  long c = 0;
  for (int i = 0; i < NQ; i++)
    c += best[i];
  printf("%.4f %ld\n", t, c);
  return 0;
}
