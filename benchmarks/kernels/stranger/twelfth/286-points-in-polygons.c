/* which zone does each GPS fix fall into; early exit at the first hit */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define ZONES 20
#define VERT 24
#define FIX 60000
typedef struct {
  double x[VERT], y[VERT], x0, x1, y0, y1;
} zone_t;
static zone_t zone[ZONES];
static double gx[FIX], gy[FIX];
static signed char label[FIX];

static int inside(const zone_t *z, double x, double y) {
  int in = 0;
  for (int i = 0, j = VERT - 1; i < VERT; j = i++)
    if ((z->y[i] > y) != (z->y[j] > y) && x < (z->x[j] - z->x[i]) * (y - z->y[i]) / (z->y[j] - z->y[i]) + z->x[i])
      in = !in;
  return in;
}
int main(void) {
  for (int k = 0; k < ZONES; k++) {
    double cx = k % 5 * 10 + 5, cy = k / 5 * 10 + 5;
    zone[k].x0 = cx - 5;
    zone[k].x1 = cx + 5;
    zone[k].y0 = cy - 5;
    zone[k].y1 = cy + 5;
    for (int v = 0; v < VERT; v++) {
      double r = v & 1 ? 5 : 3.5, a = v * 6.283185307 / VERT;
      zone[k].x[v] = cx + r * cos(a);
      zone[k].y[v] = cy + r * sin(a);
    }
  }
  for (int i = 0; i < FIX; i++) {
    gx[i] = (i * 7919 % 50000) * 1e-3;
    gy[i] = (i * 104729LL % 40000) * 1e-3;
  }
#pragma omp parallel for schedule(guided)
  for (int i = 0; i < FIX; i++) {
    label[i] = -1;
    for (int k = 0; k < ZONES; k++) {
      if (gx[i] < zone[k].x0 || gx[i] > zone[k].x1 || gy[i] < zone[k].y0 || gy[i] > zone[k].y1)
        continue;
      if (inside(&zone[k], gx[i], gy[i])) {
        label[i] = k;
        break;
      }
    }
  }
  long s = 0;
  for (int i = 0; i < FIX; i++)
    s += (label[i] + 1) * (i % 3 + 1);
  printf("%ld\n", s);
  return 0;
}
