/* binomial trees for a book of American puts with different maturities */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define BOOK 600
#define MAXSTEP 512
typedef struct {
  double spot, strike, rate, vol, years;
  int steps;
} contract;
static contract book[BOOK];
static double value[BOOK];

static double price(const contract *c) {
  double v[MAXSTEP + 1], dt = c->years / c->steps, u = exp(c->vol * sqrt(dt)), d = 1 / u;
  double disc = exp(-c->rate * dt), p = (exp(c->rate * dt) - d) / (u - d);
  double s0 = c->spot * pow(d, c->steps), u2 = u * u;
  for (int i = 0; i <= c->steps; i++, s0 *= u2)
    v[i] = fmax(c->strike - s0, 0);
  for (int n = c->steps - 1; n >= 0; n--) {
    double s = c->spot * pow(d, n);
    for (int i = 0; i <= n; i++, s *= u2)
      v[i] = fmax(disc * (p * v[i + 1] + (1 - p) * v[i]), c->strike - s);
  }
  return v[0];
}
int main(void) {
  for (int k = 0; k < BOOK; k++) {
    int steps = k % 3 == 0 ? MAXSTEP : 32 + (k * 61) % 250;
    book[k] = (contract){100, 80 + k % 41, 0.03, 0.15 + 0.01 * (k % 20), steps / 250.0, steps};
  }
#pragma omp parallel for schedule(dynamic, 2)
  for (int k = 0; k < BOOK; k++)
    value[k] = price(&book[k]);
  double s = 0;
  for (int k = 0; k < BOOK; k++)
    s += value[k];
  printf("book %.8f\n", s);
  return 0;
}
