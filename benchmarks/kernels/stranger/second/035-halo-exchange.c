/* Sixteen subdomains with ghost columns: copy halos between neighbours, then smooth each subdomain. */
#include <stdio.h>
#include <stdlib.h>

enum { ND = 16, NX = 62, NY = 400, STEPS = 60 };

typedef struct {
  double u[NY][NX + 2];
  double v[NY][NX + 2];
} domain;

int main(void) {
  domain *d = calloc(ND, sizeof *d);
  if (!d)
    return 1;
  for (int k = 0; k < ND; k++)
    for (int y = 0; y < NY; y++)
      for (int x = 1; x <= NX; x++)
        d[k].u[y][x] = (k * x + y) % 10 + k;

  for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for schedule(static)
    for (int k = 0; k < ND; k++) {
      const domain *l = &d[(k + ND - 1) % ND], *r = &d[(k + 1) % ND];
      for (int y = 0; y < NY; y++) {
        d[k].u[y][0] = l->u[y][NX];
        d[k].u[y][NX + 1] = r->u[y][1];
      }
    }
#pragma omp parallel for schedule(static)
    for (int k = 0; k < ND; k++) {
      for (int y = 0; y < NY; y++)
        for (int x = 1; x <= NX; x++)
          d[k].v[y][x] = (d[k].u[y][x - 1] + 2 * d[k].u[y][x] + d[k].u[y][x + 1]) / 4;
      for (int y = 0; y < NY; y++)
        for (int x = 1; x <= NX; x++)
          d[k].u[y][x] = d[k].v[y][x];
    }
  }

  double s = 0;
  for (int k = 0; k < ND; k++)
    for (int y = 0; y < NY; y++)
      for (int x = 1; x <= NX; x++)
        s += d[k].u[y][x] * (x % 3 + k);
  printf("%.6f\n", s);
  free(d);
  return 0;
}
