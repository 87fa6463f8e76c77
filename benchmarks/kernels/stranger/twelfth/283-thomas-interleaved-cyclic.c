/* many tridiagonal systems, interleaved [row][system], systems dealt cyclically */
#include <stdio.h>
#include <stdlib.h>
#define SYS 1000
#define ROWS 200
static double lo[ROWS][SYS], di[ROWS][SYS], up[ROWS][SYS], rh[ROWS][SYS];

static void solve_all(void) {
#pragma omp parallel for schedule(static, 1)
  for (int s = 0; s < SYS; s++) {
    for (int r = 1; r < ROWS; r++) {
      double w = lo[r][s] / di[r - 1][s];
      di[r][s] -= w * up[r - 1][s];
      rh[r][s] -= w * rh[r - 1][s];
    }
    rh[ROWS - 1][s] /= di[ROWS - 1][s];
    for (int r = ROWS - 2; r >= 0; r--)
      rh[r][s] = (rh[r][s] - up[r][s] * rh[r + 1][s]) / di[r][s];
  }
}
int main(void) {
  double t = 0;
  for (int rep = 0; rep < 6; rep++) {
    for (int r = 0; r < ROWS; r++)
      for (int s = 0; s < SYS; s++) {
        lo[r][s] = -1.0;
        up[r][s] = -1.0;
        di[r][s] = 2.1 + 0.01 * (s % 10);
        rh[r][s] = (r * s + rep) % 13;
      }
    solve_all();
    for (int s = 0; s < SYS; s++)
      t += rh[rep * 20][s];
  }
  printf("%.10f\n", t);
  return 0;
}
