/* SP-LHSY of the PME paper: the pentadiagonal systems of an implicit sweep along y, one for each of the three distinct
 * eigenvalues of the flux: v, v + c and v - c (diagonal form of Beam and Warming's scheme, Pulliam and Chaussee, J.
 * Comput. Phys. 39, 1981).
 *
 * First the matrix of v: central differences and viscosity, then the fourth-order dissipation at one end, inside, and
 * at the other end; then the two others from it. Fifteen diagonals of N^3 points each, and the middle loops stride by
 * rows of the innermost axis.
 */
#include <math.h>

#include "kernel.h"

#ifndef N
#define N 64
#endif

static double speed_y[N][N][N], inverse_density[N][N][N], sound[N][N][N];
/* Diagonals -2 .. 2 of v, then of v + c, then of v - c. */
static double lhs[15][N][N][N];

static const double step_time = 0.001, viscosity = 0.1, least_viscosity = 0.75, dissipation = 0.25 * 0.75;

void sp_lhsy(void) {
  const double spacing = 1.0 / (N - 1);
  const double convect = step_time / (2 * spacing), diffuse = step_time / (spacing * spacing);
  const double damp = step_time * dissipation / spacing;
#pragma omp parallel for schedule(SCHEDULE)
  for (int k = 1; k < N - 1; k++) {
    double speed[N], spread[N];
    for (int i = 1; i < N - 1; i++) {
      for (int j = 0; j < N; j++) {
        speed[j] = speed_y[k][j][i];
        spread[j] = fmax(viscosity * inverse_density[k][j][i], least_viscosity);
      }
      for (int j = 1; j < N - 1; j++) {
        lhs[0][k][j][i] = 0;
        lhs[1][k][j][i] = -convect * speed[j - 1] - diffuse * spread[j - 1];
        lhs[2][k][j][i] = 1 + 2 * diffuse * spread[j];
        lhs[3][k][j][i] = convect * speed[j + 1] - diffuse * spread[j + 1];
        lhs[4][k][j][i] = 0;
      }
    }
  }
#pragma omp parallel for schedule(SCHEDULE)
  for (int k = 1; k < N - 1; k++)
    for (int i = 1; i < N - 1; i++) {
      lhs[2][k][1][i] += 5 * damp;
      lhs[3][k][1][i] -= 4 * damp;
      lhs[4][k][1][i] += damp;
      lhs[1][k][2][i] -= 4 * damp;
      lhs[2][k][2][i] += 6 * damp;
      lhs[3][k][2][i] -= 4 * damp;
      lhs[4][k][2][i] += damp;
    }
#pragma omp parallel for schedule(SCHEDULE)
  for (int k = 1; k < N - 1; k++)
    for (int j = 3; j < N - 3; j++)
      for (int i = 1; i < N - 1; i++) {
        lhs[0][k][j][i] += damp;
        lhs[1][k][j][i] -= 4 * damp;
        lhs[2][k][j][i] += 6 * damp;
        lhs[3][k][j][i] -= 4 * damp;
        lhs[4][k][j][i] += damp;
      }
#pragma omp parallel for schedule(SCHEDULE)
  for (int k = 1; k < N - 1; k++)
    for (int i = 1; i < N - 1; i++) {
      lhs[0][k][N - 3][i] += damp;
      lhs[1][k][N - 3][i] -= 4 * damp;
      lhs[2][k][N - 3][i] += 6 * damp;
      lhs[3][k][N - 3][i] -= 4 * damp;
      lhs[0][k][N - 2][i] += damp;
      lhs[1][k][N - 2][i] -= 4 * damp;
      lhs[2][k][N - 2][i] += 5 * damp;
    }
#pragma omp parallel for schedule(SCHEDULE)
  for (int k = 1; k < N - 1; k++)
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        lhs[5][k][j][i] = lhs[0][k][j][i];
        lhs[6][k][j][i] = lhs[1][k][j][i] - convect * sound[k][j - 1][i];
        lhs[7][k][j][i] = lhs[2][k][j][i];
        lhs[8][k][j][i] = lhs[3][k][j][i] + convect * sound[k][j + 1][i];
        lhs[9][k][j][i] = lhs[4][k][j][i];
        lhs[10][k][j][i] = lhs[0][k][j][i];
        lhs[11][k][j][i] = lhs[1][k][j][i] + convect * sound[k][j - 1][i];
        lhs[12][k][j][i] = lhs[2][k][j][i];
        lhs[13][k][j][i] = lhs[3][k][j][i] - convect * sound[k][j + 1][i];
        lhs[14][k][j][i] = lhs[4][k][j][i];
      }
}

int main(void) {
  const size_t points = (size_t)N * N * N;
  kernel_fill(&speed_y[0][0][0], points, 1);
  kernel_fill(&inverse_density[0][0][0], points, 2);
  kernel_fill(&sound[0][0][0], points, 3);
  double start = kernel_seconds();
  sp_lhsy();
  kernel_report("sp_lhsy", kernel_seconds() - start, kernel_sum(&lhs[0][0][0][0], 15 * points));
  return 0;
}
