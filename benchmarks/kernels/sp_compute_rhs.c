/* SP-COMPUTE-RHS of the PME paper: the right-hand side of the compressible Navier-Stokes equations: forcing, minus the
 * divergence of the fluxes by central differences, plus viscosity, plus fourth-order dissipation, axis after axis
 * (Pulliam and Chaussee, J. Comput. Phys. 39, 1981).
 *
 * 21 worksharing loops pass over some twenty grids of N^3 points. What one loop leaves in the cache for the next is a
 * plane or two; the dissipation treats the two planes at each end apart from the interior, component by component.
 */
#include <math.h>

#include "kernel.h"

#ifndef N
#define N 64
#endif

/* Conserved values by component: density, three momenta, energy. */
static double u[5][N][N][N], rhs[5][N][N][N], forcing[5][N][N][N];
static double velocity[3][N][N][N], inverse_density[N][N][N], kinetic[N][N][N], head[N][N][N], sound[N][N][N];

static const double gamma_gas = 1.4, step_time = 0.001, shear = 0.1, heat = 0.196, diffusion = 0.75;

#define SECOND(grid, behind, ahead) (grid ahead - 2 * grid[k][j][i] + grid behind)

/* Fluxes along axis n, whose neighbours are `behind` and `ahead`. */
#define ADD_FLUXES(n, behind, ahead)                                                                                   \
  do {                                                                                                                 \
    const double from = velocity[n] behind, here = velocity[n][k][j][i], to = velocity[n] ahead;                       \
    rhs[0][k][j][i] += second * SECOND(u[0], behind, ahead) - central * (u[n + 1] ahead - u[n + 1] behind);            \
    rhs[1][k][j][i] += second * (SECOND(u[1], behind, ahead) + shear * SECOND(velocity[0], behind, ahead)) -           \
                       central * (u[1] ahead * to - u[1] behind * from);                                               \
    rhs[2][k][j][i] += second * (SECOND(u[2], behind, ahead) + shear * SECOND(velocity[1], behind, ahead)) -           \
                       central * (u[2] ahead * to - u[2] behind * from);                                               \
    rhs[3][k][j][i] += second * (SECOND(u[3], behind, ahead) + shear * SECOND(velocity[2], behind, ahead)) -           \
                       central * (u[3] ahead * to - u[3] behind * from);                                               \
    rhs[n + 1][k][j][i] += second * shear / 3 * (to - 2 * here + from) -                                               \
                           central * (gamma_gas - 1) * (u[4] ahead - head ahead - u[4] behind + head behind);          \
    rhs[4][k][j][i] +=                                                                                                 \
        second * (SECOND(u[4], behind, ahead) + (shear - heat) * SECOND(kinetic, behind, ahead) +                      \
                  shear / 6 * (to * to - 2 * here * here + from * from) +                                              \
                  heat * (u[4] ahead * inverse_density ahead - 2 * u[4][k][j][i] * inverse_density[k][j][i] +          \
                          u[4] behind * inverse_density behind)) -                                                     \
        central * ((gamma_gas * u[4] ahead - (gamma_gas - 1) * head ahead) * to -                                      \
                   (gamma_gas * u[4] behind - (gamma_gas - 1) * head behind) * from);                                  \
  } while (0)

void sp_compute_rhs(void) {
  const double spacing = 1.0 / (N - 1), central = 1 / (2 * spacing), second = 1 / (spacing * spacing);
  const double damp = 0.25 * diffusion / spacing;
#pragma omp parallel for schedule(SCHEDULE)
  for (int k = 0; k < N; k++)
    for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++) {
        double inverse = 1 / u[0][k][j][i];
        inverse_density[k][j][i] = inverse;
        velocity[0][k][j][i] = u[1][k][j][i] * inverse;
        velocity[1][k][j][i] = u[2][k][j][i] * inverse;
        velocity[2][k][j][i] = u[3][k][j][i] * inverse;
        head[k][j][i] =
            0.5 * (u[1][k][j][i] * u[1][k][j][i] + u[2][k][j][i] * u[2][k][j][i] + u[3][k][j][i] * u[3][k][j][i]) *
            inverse;
        kinetic[k][j][i] = head[k][j][i] * inverse;
        sound[k][j][i] = sqrt(fabs(gamma_gas * (gamma_gas - 1) * inverse * (u[4][k][j][i] - head[k][j][i])));
      }
  for (int m = 0; m < 5; m++)
#pragma omp parallel for schedule(SCHEDULE)
    for (int k = 0; k < N; k++)
      for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
          rhs[m][k][j][i] = forcing[m][k][j][i];
#pragma omp parallel for schedule(SCHEDULE)
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        ADD_FLUXES(0, [k][j][i - 1], [k][j][i + 1]);
  for (int m = 0; m < 5; m++)
#pragma omp parallel for schedule(SCHEDULE)
    for (int k = 1; k < N - 1; k++)
      for (int j = 1; j < N - 1; j++)
        rhs[m][k][j][1] -= damp * (5 * u[m][k][j][1] - 4 * u[m][k][j][2] + u[m][k][j][3]);
  for (int m = 0; m < 5; m++)
#pragma omp parallel for schedule(SCHEDULE)
    for (int k = 1; k < N - 1; k++)
      for (int j = 1; j < N - 1; j++)
        rhs[m][k][j][2] -= damp * (6 * u[m][k][j][2] - 4 * u[m][k][j][1] - 4 * u[m][k][j][3] + u[m][k][j][4]);
  for (int m = 0; m < 5; m++)
#pragma omp parallel for schedule(SCHEDULE)
    for (int k = 1; k < N - 1; k++)
      for (int j = 1; j < N - 1; j++)
        for (int i = 3; i < N - 3; i++)
          rhs[m][k][j][i] -= damp * (u[m][k][j][i - 2] - 4 * u[m][k][j][i - 1] + 6 * u[m][k][j][i] -
                                     4 * u[m][k][j][i + 1] + u[m][k][j][i + 2]);
  for (int m = 0; m < 5; m++)
#pragma omp parallel for schedule(SCHEDULE)
    for (int k = 1; k < N - 1; k++)
      for (int j = 1; j < N - 1; j++)
        rhs[m][k][j][N - 3] -=
            damp * (u[m][k][j][N - 5] - 4 * u[m][k][j][N - 4] + 6 * u[m][k][j][N - 3] - 4 * u[m][k][j][N - 2]);
  for (int m = 0; m < 5; m++)
#pragma omp parallel for schedule(SCHEDULE)
    for (int k = 1; k < N - 1; k++)
      for (int j = 1; j < N - 1; j++)
        rhs[m][k][j][N - 2] -= damp * (u[m][k][j][N - 4] - 4 * u[m][k][j][N - 3] + 5 * u[m][k][j][N - 2]);
#pragma omp parallel for schedule(SCHEDULE)
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        ADD_FLUXES(1, [k][j - 1][i], [k][j + 1][i]);
  for (int m = 0; m < 5; m++)
#pragma omp parallel for schedule(SCHEDULE)
    for (int k = 1; k < N - 1; k++)
      for (int i = 1; i < N - 1; i++)
        rhs[m][k][1][i] -= damp * (5 * u[m][k][1][i] - 4 * u[m][k][2][i] + u[m][k][3][i]);
  for (int m = 0; m < 5; m++)
#pragma omp parallel for schedule(SCHEDULE)
    for (int k = 1; k < N - 1; k++)
      for (int i = 1; i < N - 1; i++)
        rhs[m][k][2][i] -= damp * (6 * u[m][k][2][i] - 4 * u[m][k][1][i] - 4 * u[m][k][3][i] + u[m][k][4][i]);
  for (int m = 0; m < 5; m++)
#pragma omp parallel for schedule(SCHEDULE)
    for (int k = 1; k < N - 1; k++)
      for (int j = 3; j < N - 3; j++)
        for (int i = 1; i < N - 1; i++)
          rhs[m][k][j][i] -= damp * (u[m][k][j - 2][i] - 4 * u[m][k][j - 1][i] + 6 * u[m][k][j][i] -
                                     4 * u[m][k][j + 1][i] + u[m][k][j + 2][i]);
  for (int m = 0; m < 5; m++)
#pragma omp parallel for schedule(SCHEDULE)
    for (int k = 1; k < N - 1; k++)
      for (int i = 1; i < N - 1; i++)
        rhs[m][k][N - 3][i] -=
            damp * (u[m][k][N - 5][i] - 4 * u[m][k][N - 4][i] + 6 * u[m][k][N - 3][i] - 4 * u[m][k][N - 2][i]);
  for (int m = 0; m < 5; m++)
#pragma omp parallel for schedule(SCHEDULE)
    for (int k = 1; k < N - 1; k++)
      for (int i = 1; i < N - 1; i++)
        rhs[m][k][N - 2][i] -= damp * (u[m][k][N - 4][i] - 4 * u[m][k][N - 3][i] + 5 * u[m][k][N - 2][i]);
#pragma omp parallel for schedule(SCHEDULE)
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        ADD_FLUXES(2, [k - 1][j][i], [k + 1][j][i]);
  for (int m = 0; m < 5; m++)
#pragma omp parallel for schedule(SCHEDULE)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        rhs[m][1][j][i] -= damp * (5 * u[m][1][j][i] - 4 * u[m][2][j][i] + u[m][3][j][i]);
  for (int m = 0; m < 5; m++)
#pragma omp parallel for schedule(SCHEDULE)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        rhs[m][2][j][i] -= damp * (6 * u[m][2][j][i] - 4 * u[m][1][j][i] - 4 * u[m][3][j][i] + u[m][4][j][i]);
  for (int m = 0; m < 5; m++)
#pragma omp parallel for schedule(SCHEDULE)
    for (int k = 3; k < N - 3; k++)
      for (int j = 1; j < N - 1; j++)
        for (int i = 1; i < N - 1; i++)
          rhs[m][k][j][i] -= damp * (u[m][k - 2][j][i] - 4 * u[m][k - 1][j][i] + 6 * u[m][k][j][i] -
                                     4 * u[m][k + 1][j][i] + u[m][k + 2][j][i]);
  for (int m = 0; m < 5; m++)
#pragma omp parallel for schedule(SCHEDULE)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        rhs[m][N - 3][j][i] -=
            damp * (u[m][N - 5][j][i] - 4 * u[m][N - 4][j][i] + 6 * u[m][N - 3][j][i] - 4 * u[m][N - 2][j][i]);
  for (int m = 0; m < 5; m++)
#pragma omp parallel for schedule(SCHEDULE)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++)
        rhs[m][N - 2][j][i] -= damp * (u[m][N - 4][j][i] - 4 * u[m][N - 3][j][i] + 5 * u[m][N - 2][j][i]);
  for (int m = 0; m < 5; m++)
#pragma omp parallel for schedule(SCHEDULE)
    for (int k = 1; k < N - 1; k++)
      for (int j = 1; j < N - 1; j++)
        for (int i = 1; i < N - 1; i++)
          rhs[m][k][j][i] *= step_time;
}

int main(void) {
  const size_t points = (size_t)N * N * N;
  kernel_fill(&u[0][0][0][0], 5 * points, 1);
  kernel_fill(&forcing[0][0][0][0], 5 * points, 2);
  for (size_t i = 0; i < 5 * points; i++)
    (&u[0][0][0][0])[i] += 1;
  double start = kernel_seconds();
  sp_compute_rhs();
  kernel_report("sp_compute_rhs", kernel_seconds() - start, kernel_sum(&rhs[0][0][0][0], 5 * points));
  return 0;
}
