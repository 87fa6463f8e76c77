/* Many independent tridiagonal systems, stored system after system: each thread takes whole systems. */
#include <stdio.h>
#include <stdlib.h>

#define SYS 2000
#define LEN 250

static double lo[SYS][LEN], di[SYS][LEN], up[SYS][LEN], rh[SYS][LEN];

int main(void) {
#pragma omp parallel for schedule(static)
  for (int s = 0; s < SYS; s++)
    for (int k = 0; k < LEN; k++) {
      lo[s][k] = k ? -1.0 : 0.0;
      up[s][k] = k < LEN - 1 ? -1.0 : 0.0;
      di[s][k] = 2.5 + (s % 9) * 0.1;
      rh[s][k] = (double)((s + k) % 21);
    }
#pragma omp parallel for schedule(static)
  for (int s = 0; s < SYS; s++) {
    for (int k = 1; k < LEN; k++) {
      double w = lo[s][k] / di[s][k - 1];
      di[s][k] -= w * up[s][k - 1];
      rh[s][k] -= w * rh[s][k - 1];
    }
    rh[s][LEN - 1] /= di[s][LEN - 1];
    for (int k = LEN - 2; k >= 0; k--)
      rh[s][k] = (rh[s][k] - up[s][k] * rh[s][k + 1]) / di[s][k];
  }
  double c = 0.0;
  for (int s = 0; s < SYS; s++)
    c += rh[s][LEN / 2];
  printf("%.9f\n", c);
  return 0;
}
