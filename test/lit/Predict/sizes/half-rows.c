// Rows of n / 2 + 1 elements, as real Fourier transforms have them, are rows, not a window three wide that is moved by one.
// RUN: env %corei7 %remarks -O1 -g1 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
typedef struct {
  int columns, rows;
} grid;

void scale(const grid *g, double *a, double by) {
#pragma omp parallel for
  for (int y = 0; y < g->rows; y++)
    for (int x = 0; x <= g->columns / 2; x++)
      a[x + (long)(g->columns / 2 + 1) * y] *= by;
}
// CHECK: half-rows.c:[[#@LINE-5]]:1: remark: parallel loop 'y' for every n = g->rows = g->columns: L3
// CHECK-NOT: g->columns = 3
