/* HYDRO2D-FILTER of the PME paper: flux-corrected smoothing of the four fields of two-dimensional gas dynamics
 * (density, two momenta, energy), as Zalesak's limiter does it (J. Comput. Phys. 31, 1979), first along z, then along
 * r.
 *
 * A sweep smooths, takes back as much of the smoothing as makes no new extremum, and mirrors the border. A row of the
 * grid is one r, so that neighbours of the first sweep are a row apart and those of the second share lines.
 */
#include <math.h>

#include "kernel.h"

/* The grid of the benchmark that the paper names. */
#ifndef N
#define N 402
#endif
#ifndef M
#define M 160
#endif

static double density[N][M], momentum_z[N][M], momentum_r[N][M], energy[N][M];
static double flux_d[N][M], flux_z[N][M], flux_r[N][M], flux_e[N][M];

static const double diffusion = 0.125;

/* The part of `flux` that stays: never more than the slopes on both sides allow, and none where they differ in sign. */
static inline double limited(double flux, double behind, double ahead) {
  double sign = copysign(1, flux);
  return sign * fmax(0, fmin(fabs(flux), fmin(sign * behind, sign * ahead)));
}

void hydro2d_filter(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N - 1; i++)
    for (int j = 0; j < M; j++) {
      flux_d[i][j] = diffusion * (density[i + 1][j] - density[i][j]);
      flux_z[i][j] = diffusion * (momentum_z[i + 1][j] - momentum_z[i][j]);
      flux_r[i][j] = diffusion * (momentum_r[i + 1][j] - momentum_r[i][j]);
      flux_e[i][j] = diffusion * (energy[i + 1][j] - energy[i][j]);
    }
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 1; i < N - 1; i++)
    for (int j = 0; j < M; j++) {
      density[i][j] += flux_d[i][j] - flux_d[i - 1][j];
      momentum_z[i][j] += flux_z[i][j] - flux_z[i - 1][j];
    }
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 1; i < N - 1; i++)
    for (int j = 0; j < M; j++) {
      momentum_r[i][j] += flux_r[i][j] - flux_r[i - 1][j];
      energy[i][j] += flux_e[i][j] - flux_e[i - 1][j];
    }
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 1; i < N - 2; i++)
    for (int j = 0; j < M; j++) {
      flux_d[i][j] = limited(flux_d[i][j], density[i][j] - density[i - 1][j], density[i + 2][j] - density[i + 1][j]);
      flux_z[i][j] =
          limited(flux_z[i][j], momentum_z[i][j] - momentum_z[i - 1][j], momentum_z[i + 2][j] - momentum_z[i + 1][j]);
      flux_r[i][j] =
          limited(flux_r[i][j], momentum_r[i][j] - momentum_r[i - 1][j], momentum_r[i + 2][j] - momentum_r[i + 1][j]);
      flux_e[i][j] = limited(flux_e[i][j], energy[i][j] - energy[i - 1][j], energy[i + 2][j] - energy[i + 1][j]);
    }
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 2; i < N - 2; i++)
    for (int j = 0; j < M; j++) {
      density[i][j] -= flux_d[i][j] - flux_d[i - 1][j];
      momentum_z[i][j] -= flux_z[i][j] - flux_z[i - 1][j];
      momentum_r[i][j] -= flux_r[i][j] - flux_r[i - 1][j];
      energy[i][j] -= flux_e[i][j] - flux_e[i - 1][j];
    }
#pragma omp parallel for schedule(SCHEDULE)
  for (int j = 0; j < M; j++) {
    density[0][j] = density[1][j];
    momentum_z[0][j] = -momentum_z[1][j];
  }
#pragma omp parallel for schedule(SCHEDULE)
  for (int j = 0; j < M; j++) {
    momentum_r[0][j] = momentum_r[1][j];
    energy[0][j] = energy[1][j];
  }
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M - 1; j++) {
      flux_d[i][j] = diffusion * (density[i][j + 1] - density[i][j]);
      flux_z[i][j] = diffusion * (momentum_z[i][j + 1] - momentum_z[i][j]);
      flux_r[i][j] = diffusion * (momentum_r[i][j + 1] - momentum_r[i][j]);
      flux_e[i][j] = diffusion * (energy[i][j + 1] - energy[i][j]);
    }
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++)
    for (int j = 1; j < M - 1; j++) {
      density[i][j] += flux_d[i][j] - flux_d[i][j - 1];
      momentum_z[i][j] += flux_z[i][j] - flux_z[i][j - 1];
    }
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++)
    for (int j = 1; j < M - 1; j++) {
      momentum_r[i][j] += flux_r[i][j] - flux_r[i][j - 1];
      energy[i][j] += flux_e[i][j] - flux_e[i][j - 1];
    }
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++)
    for (int j = 1; j < M - 2; j++) {
      flux_d[i][j] = limited(flux_d[i][j], density[i][j] - density[i][j - 1], density[i][j + 2] - density[i][j + 1]);
      flux_z[i][j] =
          limited(flux_z[i][j], momentum_z[i][j] - momentum_z[i][j - 1], momentum_z[i][j + 2] - momentum_z[i][j + 1]);
      flux_r[i][j] =
          limited(flux_r[i][j], momentum_r[i][j] - momentum_r[i][j - 1], momentum_r[i][j + 2] - momentum_r[i][j + 1]);
      flux_e[i][j] = limited(flux_e[i][j], energy[i][j] - energy[i][j - 1], energy[i][j + 2] - energy[i][j + 1]);
    }
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++)
    for (int j = 2; j < M - 2; j++) {
      density[i][j] -= flux_d[i][j] - flux_d[i][j - 1];
      momentum_z[i][j] -= flux_z[i][j] - flux_z[i][j - 1];
      momentum_r[i][j] -= flux_r[i][j] - flux_r[i][j - 1];
      energy[i][j] -= flux_e[i][j] - flux_e[i][j - 1];
    }
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++) {
    density[i][0] = density[i][1];
    momentum_z[i][0] = momentum_z[i][1];
  }
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++) {
    momentum_r[i][0] = -momentum_r[i][1];
    energy[i][0] = energy[i][1];
  }
}

int main(void) {
  kernel_fill(&density[0][0], (size_t)N * M, 1);
  kernel_fill(&momentum_z[0][0], (size_t)N * M, 2);
  kernel_fill(&momentum_r[0][0], (size_t)N * M, 3);
  kernel_fill(&energy[0][0], (size_t)N * M, 4);
  double start = kernel_seconds();
  hydro2d_filter();
  double sum = kernel_sum(&density[0][0], (size_t)N * M) + kernel_sum(&momentum_z[0][0], (size_t)N * M) +
               kernel_sum(&momentum_r[0][0], (size_t)N * M) + kernel_sum(&energy[0][0], (size_t)N * M);
  kernel_report("hydro2d_filter", kernel_seconds() - start, sum);
  return 0;
}
