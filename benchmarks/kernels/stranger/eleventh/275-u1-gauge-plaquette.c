/* compact U(1) lattice gauge theory, average plaquette on a 4D torus */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define L 12
#define VOL (L * L * L * L)
static double complex link[VOL][4];
static int fwd[VOL][4];

static void neighbours(void) {
  static const int stride[4] = {1, L, L * L, L * L * L};
  for (int s = 0; s < VOL; s++)
    for (int m = 0; m < 4; m++) {
      int c = s / stride[m] % L;
      fwd[s][m] = c == L - 1 ? s - (L - 1) * stride[m] : s + stride[m];
    }
}
static double plaquette(void) {
  double sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
  for (int s = 0; s < VOL; s++)
    for (int m = 0; m < 4; m++)
      for (int n = m + 1; n < 4; n++) {
        double complex p = link[s][m] * link[fwd[s][m]][n] * conj(link[fwd[s][n]][m]) * conj(link[s][n]);
        sum += creal(p);
      }
  return sum / (6.0 * VOL);
}
static void rotate(double eps) {
#pragma omp parallel for schedule(static)
  for (int s = 0; s < VOL; s++)
    for (int m = 0; m < 4; m++)
      link[s][m] *= cexp(I * eps * ((s * 7 + m * 3) % 11 - 5));
}
int main(void) {
  neighbours();
  for (int s = 0; s < VOL; s++)
    for (int m = 0; m < 4; m++)
      link[s][m] = cexp(I * 0.3 * ((s + m) % 5));
  double t = 0;
  for (int k = 0; k < 15; k++) {
    t += plaquette();
    rotate(0.02);
  }
  printf("%.12f\n", t / 15);
  return 0;
}
