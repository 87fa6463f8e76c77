// Rows with a border (`nx + 4`) are pitches, and no window that moves by four; planes of as many rows as the size, of
// which the last ones are touched by their number, lie side by side.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s
enum { halo = 2 };

double mass(int nx, int nz, const double *state) {
  double sum = 0;
#pragma omp parallel for collapse(2) reduction(+ : sum)
  for (int k = 0; k < nz; k++)
    for (int i = 0; i < nx; i++)
      sum += state[(k + halo) * (nx + 2 * halo) + i + halo];
  return sum;
}

void mirror(int nx, int nz, double *state) {
#pragma omp parallel for
  for (int field = 0; field < 4; field++)
    for (int i = 0; i < nx + 2 * halo; i++) {
      double *plane = state + field * (nz + 2 * halo) * (nx + 2 * halo);
      plane[i] = plane[halo * (nx + 2 * halo) + i];
      plane[(nz + halo) * (nx + 2 * halo) + i] = plane[(nz + halo - 1) * (nx + 2 * halo) + i];
    }
}
// CHECK: border-rows.c:[[#@LINE-16]]:1: remark: parallel loop 'k' for every n = nz = nx: L3{{.*}} 0.1{{[23]}} n^2 misses
// CHECK-NOT: taken
// CHECK: border-rows.c:[[#@LINE-10]]:1: remark: parallel loop 'field' for every n = nx = nz: L3
// CHECK-NOT: taken
