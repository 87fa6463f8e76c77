#include <omp.h>
#include <stdio.h>
#include <string.h>

#define NPT 500000
#define K 10
#define DIM 4
#define MAXT 32

static float acc[MAXT][K][DIM];
static float pt[NPT][DIM];
static unsigned char lab[NPT];

static void accumulate(void) {
#pragma omp parallel
  {
    float(*mine)[DIM] = acc[omp_get_thread_num()];
#pragma omp for schedule(static)
    for (int i = 0; i < NPT; i++)
      for (int d = 0; d < DIM; d++)
        mine[lab[i]][d] += pt[i][d];
  }
}

int main(void) {
  for (int i = 0; i < NPT; i++) {
    lab[i] = (unsigned char)((i * 7 + i / 100) % K);
    for (int d = 0; d < DIM; d++)
      pt[i][d] = (float)((i + d) % 4);
  }
  memset(acc, 0, sizeof acc);
  accumulate();
  double s = 0;
  for (int t = 0; t < MAXT; t++)
    for (int k = 0; k < K; k++)
      for (int d = 0; d < DIM; d++)
        s += acc[t][k][d] * (k + 1);
  printf("%.1f\n", s);
  return 0;
}
