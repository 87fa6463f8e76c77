/* SP-TZETAR of the PME paper: after a sweep along z, the right-hand side goes back from characteristic variables to
 * conserved ones: it is multiplied, point by point, by the matrix of right eigenvectors of the flux along z (Pulliam
 * and Chaussee, J. Comput. Phys. 39, 1981).
 *
 * Eleven grids are read once at each point and five of them written again: one stream for each, and nothing comes back.
 */
#include "kernel.h"

#ifndef N
#define N 64
#endif

static double density[N][N][N], speed_x[N][N][N], speed_y[N][N][N], speed_z[N][N][N], kinetic[N][N][N], sound[N][N][N];
static double rhs[5][N][N][N];

static const double gamma_gas = 1.4, root_half = 0.70710678118654752;

void sp_tzetar(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        double c = sound[k][j][i], rho = density[k][j][i];
        double x = speed_x[k][j][i], y = speed_y[k][j][i], z = speed_z[k][j][i];
        double shear_y = rhs[0][k][j][i], shear_x = rhs[1][k][j][i], entropy = rhs[2][k][j][i];
        double forward = rhs[3][k][j][i], backward = rhs[4][k][j][i];
        double acoustic = root_half * rho / c * (forward + backward);
        double wave = root_half * rho * (forward - backward);
        double mass = entropy + acoustic;
        rhs[0][k][j][i] = mass;
        rhs[1][k][j][i] = x * mass - rho * shear_x;
        rhs[2][k][j][i] = y * mass + rho * shear_y;
        rhs[3][k][j][i] = z * mass + wave;
        rhs[4][k][j][i] =
            kinetic[k][j][i] * mass + rho * (y * shear_y - x * shear_x) + z * wave + c * c / (gamma_gas - 1) * acoustic;
      }
}

int main(void) {
  const size_t points = (size_t)N * N * N;
  double *const read_only[] = {&density[0][0][0], &speed_x[0][0][0], &speed_y[0][0][0],
                               &speed_z[0][0][0], &kinetic[0][0][0], &sound[0][0][0]};
  for (unsigned a = 0; a < sizeof read_only / sizeof *read_only; a++) {
    kernel_fill(read_only[a], points, a + 1);
    for (size_t p = 0; p < points; p++)
      read_only[a][p] += 1;
  }
  kernel_fill(&rhs[0][0][0][0], 5 * points, 7);
  double start = kernel_seconds();
  sp_tzetar();
  kernel_report("sp_tzetar", kernel_seconds() - start, kernel_sum(&rhs[0][0][0][0], 5 * points));
  return 0;
}
