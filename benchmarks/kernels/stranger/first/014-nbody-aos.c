/* Direct n-body force sum with 40-byte particles in an array of structures. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NP 6000

struct body {
  double x, y, z, m;
  int id, kind;
};

static struct body p[NP];
static double ax[NP], ay[NP], az[NP];

int main(void) {
  for (int i = 0; i < NP; i++) {
    p[i].x = sin(i * 1.1);
    p[i].y = cos(i * 0.7);
    p[i].z = sin(i * 0.3 + 1.0);
    p[i].m = 1.0 + i % 3;
    p[i].id = i;
    p[i].kind = i & 1;
  }

#pragma omp parallel for schedule(dynamic, 16)
  for (int i = 0; i < NP; i++) {
    double fx = 0, fy = 0, fz = 0;
    for (int j = 0; j < NP; j++) {
      double dx = p[j].x - p[i].x;
      double dy = p[j].y - p[i].y;
      double dz = p[j].z - p[i].z;
      double r2 = dx * dx + dy * dy + dz * dz + 1e-3;
      double f = p[j].m / (r2 * sqrt(r2));
      fx += f * dx;
      fy += f * dy;
      fz += f * dz;
    }
    ax[i] = fx;
    ay[i] = fy;
    az[i] = fz;
  }

  double s = 0;
  for (int i = 0; i < NP; i++)
    s += fabs(ax[i]) + fabs(ay[i]) + fabs(az[i]);
  printf("%.6e\n", s);
  return 0;
}
