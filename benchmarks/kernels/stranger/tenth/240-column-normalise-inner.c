/* z-score each feature: rows serial, features inside the parallel loop */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define ROWS 12000
#define FEAT 90
static double data[ROWS][FEAT], mean[FEAT], var[FEAT];

static void fit(void) {
  for (int r = 0; r < ROWS; r++) {
#pragma omp parallel for schedule(static, 1)
    for (int f = 0; f < FEAT; f++) {
      double d = data[r][f] - mean[f];
      mean[f] += d / (r + 1);
      var[f] += d * (data[r][f] - mean[f]);
    }
  }
}
static void transform(void) {
  for (int r = 0; r < ROWS; r++) {
#pragma omp parallel for schedule(static, 1)
    for (int f = 0; f < FEAT; f++)
      data[r][f] = (data[r][f] - mean[f]) / sqrt(var[f] / (ROWS - 1) + 1e-12);
  }
}
int main(void) {
  for (int r = 0; r < ROWS; r++)
    for (int f = 0; f < FEAT; f++)
      data[r][f] = (r * (f + 3)) % 211 + f;
  fit();
  transform();
  double c = 0;
  for (int r = 0; r < ROWS; r++)
    for (int f = 0; f < FEAT; f++)
      c += data[r][f] * ((r + f) % 7);
  printf("%.8f\n", c);
  return 0;
}
