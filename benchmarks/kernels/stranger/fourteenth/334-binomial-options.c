/* American puts by binomial trees; one private tree on the stack per option. Uneven depth. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define OPTIONS 600
#define MAXD 300

static double price[OPTIONS];

int main(void) {
#pragma omp parallel for schedule(dynamic, 8)
  for (int o = 0; o < OPTIONS; o++) {
    double v[MAXD + 1];
    int d = 40 + (o * o) % (MAXD - 40);
    double strike = 80.0 + o % 40, s0 = 100.0;
    double up = exp(0.25 * sqrt(1.0 / d)), dn = 1.0 / up;
    double r = exp(0.03 / d), q = (r - dn) / (up - dn);
    double s = s0 * pow(dn, d);
    for (int k = 0; k <= d; k++, s *= up * up)
      v[k] = strike > s ? strike - s : 0.0;
    for (int l = d - 1; l >= 0; l--) {
      s = s0 * pow(dn, l);
      for (int k = 0; k <= l; k++, s *= up * up) {
        double hold = (q * v[k + 1] + (1.0 - q) * v[k]) / r;
        v[k] = hold > strike - s ? hold : strike - s;
      }
    }
    price[o] = v[0];
  }
  double c = 0.0;
  for (int o = 0; o < OPTIONS; o++)
    c += price[o];
  printf("%.8f\n", c);
  return 0;
}
