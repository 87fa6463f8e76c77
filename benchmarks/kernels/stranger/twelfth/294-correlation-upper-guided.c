/* Pearson correlations of stock returns, upper triangle, guided */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define STOCKS 600
#define DAYS 252
static double ret[STOCKS][DAYS], corr[STOCKS][STOCKS];

static void standardise(void) {
#pragma omp parallel for
  for (int s = 0; s < STOCKS; s++) {
    double m = 0, v = 0;
    for (int d = 0; d < DAYS; d++)
      m += ret[s][d];
    m /= DAYS;
    for (int d = 0; d < DAYS; d++) {
      ret[s][d] -= m;
      v += ret[s][d] * ret[s][d];
    }
    v = 1 / sqrt(v);
    for (int d = 0; d < DAYS; d++)
      ret[s][d] *= v;
  }
}
static void correlate(void) {
#pragma omp parallel for schedule(guided)
  for (int i = 0; i < STOCKS; i++)
    for (int j = i; j < STOCKS; j++) {
      double c = 0;
      for (int d = 0; d < DAYS; d++)
        c += ret[i][d] * ret[j][d];
      corr[i][j] = c;
    }
}
int main(void) {
  for (int s = 0; s < STOCKS; s++)
    for (int d = 0; d < DAYS; d++)
      ret[s][d] = sin(d * 0.3) * (s % 5) + ((s * 31 + d * 17) % 29 - 14) * 0.1;
  standardise();
  correlate();
  double f = 0;
  for (int i = 0; i < STOCKS; i++)
    for (int j = i + 1; j < STOCKS; j++)
      f += corr[i][j] * corr[i][j];
  printf("%.10f\n", f);
  return 0;
}
