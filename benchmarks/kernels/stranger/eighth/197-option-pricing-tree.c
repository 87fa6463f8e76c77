#include <math.h>
#include <stdio.h>

#define NOPT 600

struct opt {
  double s, k, sigma, price;
  int steps;
};
static struct opt book[NOPT];

static double tree(const struct opt *o) {
  int n = o->steps;
  double v[n + 1], dt = 1.0 / n, u = exp(o->sigma * sqrt(dt)), d = 1 / u;
  double p = (exp(0.03 * dt) - d) / (u - d), disc = exp(-0.03 * dt), x = o->s * pow(d, n);
  for (int i = 0; i <= n; i++, x *= u * u)
    v[i] = x > o->k ? x - o->k : 0;
  for (int m = n; m > 0; m--)
    for (int i = 0; i < m; i++)
      v[i] = disc * (p * v[i + 1] + (1 - p) * v[i]);
  return v[0];
}

int main(void) {
  for (int i = 0; i < NOPT; i++)
    book[i] = (struct opt){90 + i % 20, 100, 0.1 + 0.001 * (i % 300), 0, 100 + i};
#pragma omp parallel for schedule(dynamic, 4)
  for (int i = 0; i < NOPT; i++)
    book[i].price = tree(&book[i]);
  double s = 0;
  for (int i = 0; i < NOPT; i++)
    s += book[i].price;
  printf("%.6f\n", s);
  return 0;
}
