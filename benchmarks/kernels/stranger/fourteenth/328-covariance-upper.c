/* Covariance of returns, upper triangle only; asset-major data, static over rows. */
#include <stdio.h>
#include <stdlib.h>

#define ASSETS 300
#define DAYS 500

static double ret[ASSETS][DAYS];
static double cov[ASSETS][ASSETS];

int main(void) {
  for (int a = 0; a < ASSETS; a++) {
    double m = 0.0;
    for (int d = 0; d < DAYS; d++) {
      ret[a][d] = ((a * 131 + d * 71 + a * d) % 200) * 0.001 - 0.1;
      m += ret[a][d];
    }
    m /= DAYS;
    for (int d = 0; d < DAYS; d++)
      ret[a][d] -= m;
  }
#pragma omp parallel for schedule(static)
  for (int a = 0; a < ASSETS; a++)
    for (int b = a; b < ASSETS; b++) {
      double s = 0.0;
      for (int d = 0; d < DAYS; d++)
        s += ret[a][d] * ret[b][d];
      cov[a][b] = cov[b][a] = s / (DAYS - 1);
    }
  double c = 0.0;
  for (int a = 0; a < ASSETS; a++)
    for (int b = 0; b < ASSETS; b++)
      c += cov[a][b] * ((a + b) % 3);
  printf("%.12f\n", c);
  return 0;
}
