/* MG-RESID of the PME paper: r = v - A u with the 27-point operator A of a multigrid solver of Poisson's equation, on a
 * cube of N^3 points with a ghost layer.
 *
 * A weighs a point by its distance: itself, faces, edges, corners. The sums over the four neighbours and the four
 * diagonals in the plane across the innermost axis serve three results each and are kept in two private rows.
 */
#include "kernel.h"

#ifndef N
#define N 128
#endif

static double u[N + 2][N + 2][N + 2], v[N + 2][N + 2][N + 2], r[N + 2][N + 2][N + 2];
static const double self = -8.0 / 3, face = 0.5, edge = 1.0 / 6, corner = 1.0 / 12;

void mg_resid(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int z = 1; z <= N; z++) {
    double near[N + 2], diagonal[N + 2];
    for (int y = 1; y <= N; y++) {
      for (int x = 0; x < N + 2; x++) {
        near[x] = u[z][y - 1][x] + u[z][y + 1][x] + u[z - 1][y][x] + u[z + 1][y][x];
        diagonal[x] = u[z - 1][y - 1][x] + u[z - 1][y + 1][x] + u[z + 1][y - 1][x] + u[z + 1][y + 1][x];
      }
      for (int x = 1; x <= N; x++)
        r[z][y][x] = v[z][y][x] - self * u[z][y][x] - face * (u[z][y][x - 1] + u[z][y][x + 1] + near[x]) -
                     edge * (diagonal[x] + near[x - 1] + near[x + 1]) - corner * (diagonal[x - 1] + diagonal[x + 1]);
    }
  }
}

int main(void) {
  kernel_fill(&u[0][0][0], sizeof u / sizeof(double), 1);
  kernel_fill(&v[0][0][0], sizeof v / sizeof(double), 2);
  double start = kernel_seconds();
  mg_resid();
  kernel_report("mg_resid", kernel_seconds() - start, kernel_sum(&r[0][0][0], sizeof r / sizeof(double)));
  return 0;
}
