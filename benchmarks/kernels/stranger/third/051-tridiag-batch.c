/* Thomas algorithm on 4000 independent systems, unknowns interleaved so that the system index is contiguous. */
#include <stdio.h>
#include <stdlib.h>

#define NSYS 4000
#define NEQ 300

static double d[NEQ][NSYS], cp[NEQ][NSYS];

int main(void) {
  for (int k = 0; k < NEQ; k++)
    for (int s = 0; s < NSYS; s++)
      d[k][s] = (k + s) % 13;

  for (int rep = 0; rep < 2; rep++) {
#pragma omp parallel for schedule(static)
    for (int s = 0; s < NSYS; s++) {
      double lo = -1.0, di = 4.0 + 0.001 * s, up = -1.0;
      cp[0][s] = up / di;
      d[0][s] /= di;
      for (int k = 1; k < NEQ; k++) {
        double m = 1.0 / (di - lo * cp[k - 1][s]);
        cp[k][s] = up * m;
        d[k][s] = (d[k][s] - lo * d[k - 1][s]) * m;
      }
      for (int k = NEQ - 2; k >= 0; k--)
        d[k][s] -= cp[k][s] * d[k + 1][s];
    }
  }

  double t = 0;
  for (int k = 0; k < NEQ; k++)
    for (int s = 0; s < NSYS; s++)
      t += d[k][s];
  printf("%.8f\n", t);
  return 0;
}
