/* Shallow water: fluxes of h, hu, hv per cell (24-byte structs), then the conservative update; guided rows. */
#include <math.h>
#include <stdio.h>

struct q {
  double h, hu, hv;
};

enum { NY = 260, NX = 401, STEPS = 40 };

static struct q s[NY][NX], fx[NY][NX], fy[NY][NX];

int main(void) {
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++)
      s[y][x] = (struct q){(x > 100 && x < 200 && y > 80 && y < 160) ? 2.0 : 1.0, 0, 0};
  const double dt = 0.05, g = 9.81;

  for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for schedule(guided)
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++) {
        struct q c = s[y][x];
        double u = c.hu / c.h, v = c.hv / c.h, p = 0.5 * g * c.h * c.h;
        fx[y][x] = (struct q){c.hu, c.hu * u + p, c.hu * v};
        fy[y][x] = (struct q){c.hv, c.hv * u, c.hv * v + p};
      }
#pragma omp parallel for schedule(guided)
    for (int y = 1; y < NY - 1; y++) {
      double w = s[y][0].h; /* left neighbour before its update */
      for (int x = 1; x < NX - 1; x++) {
        struct q *c = &s[y][x];
        double old = c->h;
        c->h += 0.02 * (w - 2 * old + s[y][x + 1].h) -
                0.5 * dt * (fx[y][x + 1].h - fx[y][x - 1].h + fy[y + 1][x].h - fy[y - 1][x].h);
        c->hu -= 0.5 * dt * (fx[y][x + 1].hu - fx[y][x - 1].hu + fy[y + 1][x].hu - fy[y - 1][x].hu);
        c->hv -= 0.5 * dt * (fx[y][x + 1].hv - fx[y][x - 1].hv + fy[y + 1][x].hv - fy[y - 1][x].hv);
        w = old;
      }
    }
  }

  double vol = 0, mom = 0;
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++) {
      vol += s[y][x].h;
      mom += fabs(s[y][x].hu) + fabs(s[y][x].hv);
    }
  printf("%.6f %.6f\n", vol, mom);
  return 0;
}
