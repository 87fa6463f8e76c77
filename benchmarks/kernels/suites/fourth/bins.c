// Particles in cells of a fixed number: charges to four corners in copies of the grid, copies added up, fields, a push.
#include <stdio.h>
#include <stdlib.h>
#ifndef G
#define G 48
#endif
#define PER 6
#define TEAM 8
int omp_get_thread_num(void);
__attribute__((noinline)) void bins(const double *restrict q, double *restrict copies, double *restrict rho,
                                    double *restrict ex, double *restrict ey, double *restrict vx,
                                    double *restrict vy) {
#pragma omp parallel
  {
    double *mine = copies + omp_get_thread_num() * ((G + 1) * (G + 1));
    for (int c = 0; c < (G + 1) * (G + 1); c++)
      mine[c] = 0;
#pragma omp for
    for (int i = 0; i < G; i++)
      for (int j = 0; j < G; j++)
        for (int k = 0; k < PER; k++) {
          double w = q[(i * G + j) * PER + k];
          mine[i * (G + 1) + j] += 0.3 * w;
          mine[i * (G + 1) + j + 1] += 0.2 * w;
          mine[(i + 1) * (G + 1) + j] += 0.2 * w;
          mine[(i + 1) * (G + 1) + j + 1] += 0.3 * w;
        }
#pragma omp for
    for (int c = 0; c < (G + 1) * (G + 1); c++) {
      rho[c] = 0;
      for (int u = 0; u < TEAM / 4; u++)
        rho[c] += copies[u * ((G + 1) * (G + 1)) + c];
    }
#pragma omp for
    for (int i = 1; i < G; i++)
      for (int j = 1; j < G; j++) {
        ex[i * (G + 1) + j] = 0.5 * (rho[(i + 1) * (G + 1) + j] - rho[(i - 1) * (G + 1) + j]);
        ey[i * (G + 1) + j] = 0.5 * (rho[i * (G + 1) + j + 1] - rho[i * (G + 1) + j - 1]);
      }
#pragma omp for schedule(dynamic)
    for (int i = 0; i < G; i++)
      for (int j = 0; j < G; j++)
        for (int k = 0; k < PER; k++) {
          vx[(i * G + j) * PER + k] += 0.5 * (ex[i * (G + 1) + j] + ex[(i + 1) * (G + 1) + j]);
          vy[(i * G + j) * PER + k] += 0.5 * (ey[i * (G + 1) + j] + ey[i * (G + 1) + j + 1]);
        }
  }
}

int main(void) {
  double *q = calloc(G * G * PER, 8), *copies = calloc(TEAM * (G + 1) * (G + 1), 8);
  double *rho = calloc((G + 1) * (G + 1), 8), *ex = calloc((G + 1) * (G + 1), 8), *ey = calloc((G + 1) * (G + 1), 8);
  double *vx = calloc(G * G * PER, 8), *vy = calloc(G * G * PER, 8);
  bins(q, copies, rho, ex, ey, vx, vy);
  bins(q, copies, rho, ex, ey, vx, vy);
  printf("%g\n", vx[5] + vy[7]);
}
