/* SWIM of the PME paper: the shallow-water equations in Sadourny's potential-enstrophy conserving form, leapfrog in
 * time with the Robert-Asselin filter, periodic in both directions (Sadourny, J. Atmos. Sci. 32, 1975).
 *
 * Mass fluxes, vorticity and Bernoulli function, then the new fields, then the filter; after each of the first two
 * the border is copied round. Fourteen grids pass through the cache in every step, so what one loop leaves there for
 * the next decides.
 */
#include "kernel.h"

#ifndef N
#define N 512
#endif
#ifndef M
#define M N
#endif
#ifndef STEPS
#define STEPS 3
#endif

enum { ROWS = N + 1, COLUMNS = M + 1 };

static double u[ROWS][COLUMNS], v[ROWS][COLUMNS], p[ROWS][COLUMNS];
static double new_u[ROWS][COLUMNS], new_v[ROWS][COLUMNS], new_p[ROWS][COLUMNS];
static double old_u[ROWS][COLUMNS], old_v[ROWS][COLUMNS], old_p[ROWS][COLUMNS];
static double flux_x[ROWS][COLUMNS], flux_y[ROWS][COLUMNS], vorticity[ROWS][COLUMNS], head[ROWS][COLUMNS];
static double stream[ROWS][COLUMNS];

static const double spacing = 1e5, step_seconds = 90, filter = 0.001;

void swim(void) {
  const double quarter = 4 / spacing, advance = 2 * step_seconds;
  /* Velocities from the stream function, and the fields of the step before. */
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      u[i + 1][j] = -(stream[i + 1][j + 1] - stream[i + 1][j]) / spacing;
      v[i][j + 1] = (stream[i + 1][j + 1] - stream[i][j + 1]) / spacing;
      old_u[i + 1][j] = u[i + 1][j];
      old_v[i][j + 1] = v[i][j + 1];
      old_p[i][j] = p[i][j];
    }
  for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for schedule(SCHEDULE)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < M; j++) {
        flux_x[i + 1][j] = 0.5 * (p[i + 1][j] + p[i][j]) * u[i + 1][j];
        flux_y[i][j + 1] = 0.5 * (p[i][j + 1] + p[i][j]) * v[i][j + 1];
        vorticity[i + 1][j + 1] = quarter * (v[i + 1][j + 1] - v[i][j + 1] - u[i + 1][j + 1] + u[i + 1][j]) /
                                  (p[i][j] + p[i + 1][j] + p[i + 1][j + 1] + p[i][j + 1]);
        head[i][j] = p[i][j] + 0.25 * (u[i + 1][j] * u[i + 1][j] + u[i][j] * u[i][j] + v[i][j + 1] * v[i][j + 1] +
                                       v[i][j] * v[i][j]);
      }
#pragma omp parallel for schedule(SCHEDULE)
    for (int j = 0; j < M; j++) {
      flux_x[0][j] = flux_x[N][j];
      flux_y[N][j + 1] = flux_y[0][j + 1];
      vorticity[0][j + 1] = vorticity[N][j + 1];
      head[N][j] = head[0][j];
    }
#pragma omp parallel for schedule(SCHEDULE)
    for (int i = 0; i < N; i++) {
      flux_x[i + 1][M] = flux_x[i + 1][0];
      flux_y[i][0] = flux_y[i][M];
      vorticity[i + 1][0] = vorticity[i + 1][M];
      head[i][M] = head[i][0];
    }
#pragma omp parallel for schedule(SCHEDULE)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < M; j++) {
        new_u[i + 1][j] = old_u[i + 1][j] +
                          advance / 8 * (vorticity[i + 1][j + 1] + vorticity[i + 1][j]) *
                              (flux_y[i + 1][j + 1] + flux_y[i][j + 1] + flux_y[i][j] + flux_y[i + 1][j]) -
                          advance / spacing * (head[i + 1][j] - head[i][j]);
        new_v[i][j + 1] = old_v[i][j + 1] -
                          advance / 8 * (vorticity[i + 1][j + 1] + vorticity[i][j + 1]) *
                              (flux_x[i + 1][j + 1] + flux_x[i][j + 1] + flux_x[i][j] + flux_x[i + 1][j]) -
                          advance / spacing * (head[i][j + 1] - head[i][j]);
        new_p[i][j] = old_p[i][j] - advance / spacing * (flux_x[i + 1][j] - flux_x[i][j]) -
                      advance / spacing * (flux_y[i][j + 1] - flux_y[i][j]);
      }
#pragma omp parallel for schedule(SCHEDULE)
    for (int j = 0; j < M; j++) {
      new_u[0][j] = new_u[N][j];
      new_v[N][j + 1] = new_v[0][j + 1];
      new_p[N][j] = new_p[0][j];
    }
#pragma omp parallel for schedule(SCHEDULE)
    for (int i = 0; i < N; i++) {
      new_u[i + 1][M] = new_u[i + 1][0];
      new_v[i][0] = new_v[i][M];
      new_p[i][M] = new_p[i][0];
    }
#pragma omp parallel for schedule(SCHEDULE)
    for (int i = 0; i < ROWS; i++)
      for (int j = 0; j < COLUMNS; j++) {
        old_u[i][j] = u[i][j] + filter * (new_u[i][j] - 2 * u[i][j] + old_u[i][j]);
        old_v[i][j] = v[i][j] + filter * (new_v[i][j] - 2 * v[i][j] + old_v[i][j]);
        old_p[i][j] = p[i][j] + filter * (new_p[i][j] - 2 * p[i][j] + old_p[i][j]);
        u[i][j] = new_u[i][j];
        v[i][j] = new_v[i][j];
        p[i][j] = new_p[i][j];
      }
  }
}

int main(void) {
  const size_t points = (size_t)ROWS * COLUMNS;
  kernel_fill(&stream[0][0], points, 1);
  kernel_fill(&p[0][0], points, 2);
  for (size_t i = 0; i < points; i++) {
    (&stream[0][0])[i] *= 1e6;
    (&p[0][0])[i] += 50000;
  }
  double start = kernel_seconds();
  swim();
  kernel_report("swim", kernel_seconds() - start, kernel_sum(&head[0][0], points));
  return 0;
}
