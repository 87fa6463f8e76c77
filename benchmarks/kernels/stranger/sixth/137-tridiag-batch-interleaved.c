#include <stdio.h>

#define ROWS 400
#define SYS 512

static double rhs[ROWS][SYS], cp[ROWS][SYS];

static void thomas_all(double lo, double di, double up) {
#pragma omp parallel for schedule(static, 1)
  for (int s = 0; s < SYS; s++) {
    cp[0][s] = up / di;
    rhs[0][s] /= di;
    for (int i = 1; i < ROWS; i++) {
      double m = 1.0 / (di - lo * cp[i - 1][s]);
      cp[i][s] = up * m;
      rhs[i][s] = (rhs[i][s] - lo * rhs[i - 1][s]) * m;
    }
    for (int i = ROWS - 2; i >= 0; i--)
      rhs[i][s] -= cp[i][s] * rhs[i + 1][s];
  }
}

int main(void) {
  for (int i = 0; i < ROWS; i++)
    for (int s = 0; s < SYS; s++)
      rhs[i][s] = (i + s) % 11;
  for (int t = 0; t < 4; t++)
    thomas_all(-1.0, 3.0, -1.0);
  double c = 0;
  for (int i = 0; i < ROWS; i++)
    for (int s = 0; s < SYS; s++)
      c += rhs[i][s];
  printf("%.8f\n", c);
  return 0;
}
