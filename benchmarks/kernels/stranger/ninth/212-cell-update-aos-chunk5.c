/* reservoir cells kept as 40-byte structs, relaxed with an odd chunk */
#include <stdio.h>
#include <stdlib.h>
struct cell {
  double pressure, sat, flux;
  float perm, poro;
  int rock;
};
struct model {
  struct cell *c;
  long n;
  double dt;
};

static double relperm(double s, int rock) { return rock ? s * s : s * s * s; }

static void relax(struct model m) {
#pragma omp parallel for schedule(static, 5)
  for (long i = 0; i < m.n; i++) {
    struct cell *c = &m.c[i];
    double k = c->perm * relperm(c->sat, c->rock);
    c->flux = k * (c->pressure - 100.0);
    c->sat -= m.dt * c->flux / c->poro;
    if (c->sat < 0.05)
      c->sat = 0.05;
    c->pressure -= 0.3 * c->flux * m.dt;
  }
}
int main(int argc, char **argv) {
  struct model m = {NULL, argc > 1 ? atol(argv[1]) : 90000, 1e-3};
  m.c = malloc(m.n * sizeof *m.c);
  for (long i = 0; i < m.n; i++)
    m.c[i] = (struct cell){150.0 + i % 11, 0.8, 0, 0.5f + (i % 7) * 0.1f, 0.2f, i % 3 == 0};
  for (int t = 0; t < 40; t++)
    relax(m);
  double p = 0, s = 0;
  for (long i = 0; i < m.n; i++) {
    p += m.c[i].pressure;
    s += m.c[i].sat;
  }
  printf("%.8f %.8f\n", p / m.n, s / m.n);
  free(m.c);
  return 0;
}
