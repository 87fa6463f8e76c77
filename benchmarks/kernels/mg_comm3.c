/* MG-COMM3 of the PME paper: the ghost planes of a periodic cube of (N + 2)^3 points, one axis after the other.
 *
 * The planes across the innermost axis lie one value to a row, so every access of the first loop misses; the second
 * copies whole rows, the third whole planes.
 */
#include "kernel.h"

#ifndef N
#define N 128
#endif

static double u[N + 2][N + 2][N + 2];

void mg_comm3(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int z = 1; z <= N; z++)
    for (int y = 1; y <= N; y++) {
      u[z][y][0] = u[z][y][N];
      u[z][y][N + 1] = u[z][y][1];
    }
#pragma omp parallel for schedule(SCHEDULE)
  for (int z = 1; z <= N; z++)
    for (int x = 0; x < N + 2; x++) {
      u[z][0][x] = u[z][N][x];
      u[z][N + 1][x] = u[z][1][x];
    }
#pragma omp parallel for schedule(SCHEDULE)
  for (int y = 0; y < N + 2; y++)
    for (int x = 0; x < N + 2; x++) {
      u[0][y][x] = u[N][y][x];
      u[N + 1][y][x] = u[1][y][x];
    }
}

int main(void) {
  kernel_fill(&u[0][0][0], sizeof u / sizeof(double), 1);
  double start = kernel_seconds();
  mg_comm3();
  kernel_report("mg_comm3", kernel_seconds() - start, kernel_sum(&u[0][0][0], sizeof u / sizeof(double)));
  return 0;
}
