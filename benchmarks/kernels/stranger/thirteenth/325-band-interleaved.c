/* Tridiagonal systems stored interleaved (equation major) but each thread solves system by system. */
#include <stdio.h>
#include <stdlib.h>

#define SYS 2048
#define LEN 200

static double di[LEN][SYS], rh[LEN][SYS];

int main(void) {
  for (int k = 0; k < LEN; k++)
    for (int s = 0; s < SYS; s++) {
      di[k][s] = 3.0 + (s % 8) * 0.25;
      rh[k][s] = (double)((s * 3 + k) % 29);
    }
#pragma omp parallel for schedule(static, 1)
  for (int s = 0; s < SYS; s++) {
    for (int k = 1; k < LEN; k++) {
      double w = -1.0 / di[k - 1][s];
      di[k][s] += w;
      rh[k][s] -= w * rh[k - 1][s];
    }
    rh[LEN - 1][s] /= di[LEN - 1][s];
    for (int k = LEN - 2; k >= 0; k--)
      rh[k][s] = (rh[k][s] + rh[k + 1][s]) / di[k][s];
  }
  double c = 0.0;
  for (int s = 0; s < SYS; s++)
    c += rh[LEN / 3][s];
  printf("%.9f\n", c);
  return 0;
}
