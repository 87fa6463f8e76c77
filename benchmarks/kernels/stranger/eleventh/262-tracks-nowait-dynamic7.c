/* two independent passes over radar tracks, dynamic with a chunk of seven */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define TRACKS 30000
#define HIST 16
static double pos[TRACKS][HIST], speed[TRACKS], predicted[TRACKS], noise[TRACKS];
static int len[TRACKS];

static double fit(const double *h, int n, double *b) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (int i = 0; i < n; i++) {
    sx += i;
    sy += h[i];
    sxx += i * i;
    sxy += i * h[i];
  }
  *b = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  return (sy - *b * sx) / n;
}
static double rough(const double *h, int n) {
  double r = 0;
  for (int i = 2; i < n; i++)
    r += fabs(h[i] - 2 * h[i - 1] + h[i - 2]);
  return r / n;
}
int main(void) {
  for (int t = 0; t < TRACKS; t++) {
    len[t] = 4 + (t * 7) % 13;
    for (int i = 0; i < HIST; i++)
      pos[t][i] = t * 0.1 + i * (1 + t % 3) + 0.1 * ((t * i) % 5);
  }
  for (int scan = 0; scan < 8; scan++) {
#pragma omp parallel
    {
#pragma omp for schedule(dynamic, 7) nowait
      for (int t = 0; t < TRACKS; t++) {
        double b, a = fit(pos[t], len[t], &b);
        speed[t] = b;
        predicted[t] = a + b * (len[t] + scan);
      }
#pragma omp for schedule(dynamic, 7)
      for (int t = 0; t < TRACKS; t++)
        noise[t] = rough(pos[t], len[t]);
    }
  }
  double s = 0;
  for (int t = 0; t < TRACKS; t++)
    s += predicted[t] + speed[t] - noise[t];
  printf("%.6f\n", s);
  return 0;
}
