/* equation of state looked up in a 2D table, bilinear, gathered */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define TR 200
#define TE 160
struct eos {
  double tab[TR][TE];
  double r0, dr, e0, de;
};
static struct eos eos;

static double lookup(const struct eos *q, double r, double e) {
  double fr = (r - q->r0) / q->dr, fe = (e - q->e0) / q->de;
  int i = (int)fr, j = (int)fe;
  i = i < 0 ? 0 : i > TR - 2 ? TR - 2 : i;
  j = j < 0 ? 0 : j > TE - 2 ? TE - 2 : j;
  fr -= i;
  fe -= j;
  return (1 - fr) * ((1 - fe) * q->tab[i][j] + fe * q->tab[i][j + 1]) +
         fr * ((1 - fe) * q->tab[i + 1][j] + fe * q->tab[i + 1][j + 1]);
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 400000;
  eos.r0 = 0.1;
  eos.dr = 0.05;
  eos.e0 = 1.0;
  eos.de = 0.25;
  for (int i = 0; i < TR; i++)
    for (int j = 0; j < TE; j++)
      eos.tab[i][j] = 0.4 * (eos.r0 + i * eos.dr) * (eos.e0 + j * eos.de);
  double *rho = malloc(n * 8), *en = malloc(n * 8), *pr = malloc(n * 8);
  for (int i = 0; i < n; i++) {
    rho[i] = 0.2 + (i * 37 % 9000) * 0.001;
    en[i] = 2 + (i * 53 % 3500) * 0.01;
  }
  double pmax = 0;
  for (int it = 0; it < 6; it++) {
#pragma omp parallel for schedule(dynamic, 3) reduction(max : pmax)
    for (int i = 0; i < n; i++) {
      pr[i] = lookup(&eos, rho[i], en[i]);
      en[i] += 1e-4 * pr[i];
      pmax = fmax(pmax, pr[i]);
    }
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    s += pr[i];
  printf("%.8f %.8f\n", pmax, s / n);
  return 0;
}
