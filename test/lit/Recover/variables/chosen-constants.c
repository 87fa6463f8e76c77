// Subscripts that stand in a constant table: a loop of a few rounds over it is written out. A parallel loop stays one,
// and a table of weights is no reason to.
// RUN: rm -rf %t && mkdir %t && env PMECACHE_DUMP=%t %clang -O1 -gline-tables-only -fopenmp %load %s -c -o %t.o
// RUN: cat %t/lattice.pme %t/permute.pme %t/weigh.pme | %FileCheck %s
static const int cx[3] = {0, 1, -1}, cy[3] = {0, 2, -1}, order[4] = {3, 1, 0, 2};
static const double weights[3] = {0.5, 0.25, 0.25};

// CHECK: function lattice
// CHECK-NOT: scattered
// CHECK: loop x = 1 .. nx - 2
// CHECK-DAG: read from @ 24*nx*y + 24*x
// CHECK-DAG: read from @ 24*nx*y + 24*x - 48*nx - 16
// CHECK-DAG: read from @ 24*nx + 24*nx*y + 24*x + 40
// CHECK-DAG: write to @ 24*nx*y + 24*x + 16
// CHECK-NOT: scattered
// CHECK: function permute
void lattice(const double *from, double *to, int nx, int ny) {
#pragma omp parallel for
  for (int y = 2; y < ny - 1; y++)
    for (int x = 1; x < nx - 1; x++)
      for (int q = 0; q < 3; q++)
        to[(y * nx + x) * 3 + q] = from[((y - cy[q]) * nx + x - cx[q]) * 3 + q];
}

// CHECK: loop i = 0 .. 3 parallel
void permute(const double *from, double *to) {
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    to[i] = from[order[i]];
}

// CHECK: function weigh
// CHECK: loop q = 0 .. 2
void weigh(const double *from, double *to, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int q = 0; q < 3; q++)
      to[3 * i + q] = weights[q] * from[i];
}
