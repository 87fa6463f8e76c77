/* upwind advection; the parallel loop runs over the fastest index */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define NI 514
#define NJ 402
static double q[NJ][NI], qn[NJ][NI], uu[NJ][NI], vv[NJ][NI];

static void upwind(double cdt) {
#pragma omp parallel for schedule(static)
  for (int i = 1; i < NI - 1; i++)
    for (int j = 1; j < NJ - 1; j++) {
      double u = uu[j][i], v = vv[j][i];
      double dx = u > 0 ? q[j][i] - q[j][i - 1] : q[j][i + 1] - q[j][i];
      double dy = v > 0 ? q[j][i] - q[j - 1][i] : q[j + 1][i] - q[j][i];
      qn[j][i] = q[j][i] - cdt * (u * dx + v * dy);
    }
}
static void halo(void) {
  for (int j = 0; j < NJ; j++) {
    qn[j][0] = qn[j][NI - 2];
    qn[j][NI - 1] = qn[j][1];
  }
  for (int i = 0; i < NI; i++) {
    qn[0][i] = qn[NJ - 2][i];
    qn[NJ - 1][i] = qn[1][i];
  }
}
static void copy_back(void) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < NI; i++)
    for (int j = 0; j < NJ; j++)
      q[j][i] = qn[j][i];
}
int main(void) {
  for (int j = 0; j < NJ; j++)
    for (int i = 0; i < NI; i++) {
      q[j][i] = exp(-0.001 * ((i - 200.0) * (i - 200.0) + (j - 150.0) * (j - 150.0)));
      uu[j][i] = sin(j * 0.02);
      vv[j][i] = -cos(i * 0.015);
    }
  for (int t = 0; t < 20; t++) {
    upwind(0.4);
    halo();
    copy_back();
  }
  double s = 0;
  for (int j = 0; j < NJ; j++)
    for (int i = 0; i < NI; i++)
      s += q[j][i] * (1 + (i + j) % 2);
  printf("%.9f\n", s);
  return 0;
}
