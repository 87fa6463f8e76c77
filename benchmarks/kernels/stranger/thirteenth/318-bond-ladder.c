/* Present value of a ladder of bonds; heavy arithmetic per bond, one result each. Fine. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const int bonds = 40000;

int main(void) {
  double *pv = malloc(sizeof(double) * (size_t)bonds);
  double total = 0.0;
  if (!pv)
    return 1;
#pragma omp parallel for schedule(guided) reduction(+ : total)
  for (int b = 0; b < bonds; b++) {
    double coupon = 2.0 + (b % 40) * 0.1;
    double y = 0.01 + (b % 17) * 0.001;
    int n = 2 + b % 60;
    double v = 0.0;
    for (int k = 1; k <= n; k++)
      v += coupon * exp(-y * k * 0.5);
    v += 100.0 * exp(-y * n * 0.5);
    pv[b] = v;
    total += v;
  }
  double worst = pv[0];
  for (int b = 1; b < bonds; b++)
    if (pv[b] < worst)
      worst = pv[b];
  printf("total %.4f worst %.4f\n", total, worst);
  free(pv);
  return 0;
}
