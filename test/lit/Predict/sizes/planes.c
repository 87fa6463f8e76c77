// Planes that have numbers and no loop (`q + 2 * plane`) are as long as what is touched of one, and do not lie on each
// other: four planes have 0.5 n^2 lines, where one would have 0.125 n^2.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s
double energy(int nx, int nz, int rows, int row, const double *q) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int k = 0; k < nz; k++)
    for (int i = 0; i < nx; i++)
      sum += q[k * row + i] + q[rows * row + k * row + i] + q[2 * rows * row + k * row + i] +
             q[3 * rows * row + k * row + i];
  return sum;
}
// CHECK: remark: parallel loop 'k' for every n = nz = nx = row = rows: L3, L2 and L1 0.5 n^2 misses
