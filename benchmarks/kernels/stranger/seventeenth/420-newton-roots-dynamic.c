/* Kepler's equation, as many steps as an orbit needs; eccentric ones come last. */
#include <math.h>
#include <stdio.h>

#define N 60000

static double anomaly[N];

int main(void) {
#pragma omp parallel for schedule(dynamic, 64)
  for (int i = 0; i < N; i++) {
    double e = 0.98 * i / N, m = 0.001 * (i % 3000), x = m;
    for (int k = 0; k < 100; k++) {
      double d = (x - e * sin(x) - m) / (1.0 - e * cos(x));
      x -= d;
      if (fabs(d) < 1e-12)
        break;
    }
    anomaly[i] = x;
  }

  double s = 0.0;
  for (int i = 0; i < N; i++)
    s += anomaly[i];
  printf("%.8f\n", s);
  return 0;
}
