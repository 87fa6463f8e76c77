/* Adaptive Simpson on 200 intervals with very uneven recursion depth, dynamic,1, one double stored per interval. */
#include <math.h>
#include <stdio.h>

#define NINT 200

static double part[NINT];

static double f(double x) { return sin(1.0 / (x + 1e-3)) * exp(-x); }

static double simpson(double a, double fa, double b, double fb, double m, double fm, double whole, double eps,
                      int depth) {
  double lm = 0.5 * (a + m), rm = 0.5 * (m + b);
  double flm = f(lm), frm = f(rm);
  double left = (m - a) / 6 * (fa + 4 * flm + fm);
  double right = (b - m) / 6 * (fm + 4 * frm + fb);
  double d = left + right - whole;
  if (depth <= 0 || fabs(d) < 15 * eps)
    return left + right + d / 15;
  return simpson(a, fa, m, fm, lm, flm, left, eps / 2, depth - 1) +
         simpson(m, fm, b, fb, rm, frm, right, eps / 2, depth - 1);
}

int main(void) {
#pragma omp parallel for schedule(dynamic, 1)
  for (int i = 0; i < NINT; i++) {
    double a = (double)i / NINT, b = (double)(i + 1) / NINT, m = 0.5 * (a + b);
    double fa = f(a), fb = f(b), fm = f(m);
    part[i] = simpson(a, fa, b, fb, m, fm, (b - a) / 6 * (fa + 4 * fm + fb), 1e-19, 16);
  }

  double s = 0;
  for (int i = 0; i < NINT; i++)
    s += part[i];
  printf("%.10f\n", s);
  return 0;
}
