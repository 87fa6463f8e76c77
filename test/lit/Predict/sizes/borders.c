// Borders around what is computed are a few elements wide, whether loops begin behind them, or addresses have them, or
// a caller says from where to where.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s
#include <stddef.h>

#define AT(i, j, k) (((i) + ng) + (size_t)(nx + 2 * ng) * (((j) + ng) + (size_t)(ny + 2 * ng) * ((k) + ng)))
void in_addresses(int nx, int ny, int nz, int ng, const double *restrict u, double *restrict w) {
// CHECK: parallel loop 'k' for every n = nz = ny = nx: {{.*}} L1 0.375 n^3 misses{{.*}}taken: ng = 2;
#pragma omp parallel for
  for (int k = 0; k < nz; k++)
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        w[AT(i, j, k)] = u[AT(i, j, k)] + u[AT(i - 1, j, k)] + u[AT(i, j - 1, k)] + u[AT(i, j, k - 1)];
}

void in_extents(int nx, int ny, int nz, int h, double (*restrict u)[ny + 2 * h][nx + 2 * h],
                double (*restrict w)[ny + 2 * h][nx + 2 * h]) {
// CHECK: parallel loop 'k' for every n = nz = ny = nx: {{.*}}taken: h = 2;
#pragma omp parallel for
  for (int k = h; k < nz + h; k++)
    for (int j = h; j < ny + h; j++)
      for (int i = h; i < nx + h; i++)
        w[k][j][i] = u[k][j][i] + u[k - h][j][i] + u[k + h][j][i];
}

struct grid {
  int is, ie, js, je, ks, ke, nx1, nx2, ng;
  double *u, *w;
};
void from_to(struct grid *g) {
  int n1 = g->nx1 + 2 * g->ng, n2 = g->nx2 + 2 * g->ng;
  double *u = g->u, *w = g->w;
// CHECK: parallel loop 'k' for every n = g->ke = g->je = g->ie = {{.*}}0.25 n^3 misses
#pragma omp parallel for
  for (int k = g->ks; k <= g->ke; k++)
    for (int j = g->js; j <= g->je; j++)
      for (int i = g->is; i <= g->ie; i++)
        w[(k * n2 + j) * n1 + i] = u[(k * n2 + j) * n1 + i] - u[(k * n2 + j) * n1 + i - 1];
}
