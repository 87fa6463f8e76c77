// A `distribute` whose body holds a parallel loop has iterations of its own, each with a region: all of them are read, not
// the first one alone. One team runs them, on the host.
// RUN: %recover -O0 && cat %t/*blocks*.pme %t/rows.pme | grep -v no-wrap | %FileCheck %s
// RUN: %recover -O2 && cat %t/*blocks*.pme %t/rows.pme | grep -v no-wrap | %FileCheck %s

void blocks(int n, double *x) {
#pragma omp target teams distribute num_teams(10)
  for (int first = 0; first < n; first += 256)
#pragma omp parallel for
    for (int i = first; i < first + 256; i++)
      x[i] = 1;
}

// CHECK: assume schedule "one team runs all iterations: num_teams is left out"
// CHECK: loop [[BLOCK:[a-z0-9_]+]] = 0 .. (n + 255) / 256 - 1
// CHECK-NEXT:   loop [[I:[a-z0-9_]+]] = 256*[[BLOCK]] .. 256*[[BLOCK]] + 255 parallel schedule static
// CHECK-NEXT:     write x @ 8*[[I]] at

void rows(int n, int m, double *x) {
#pragma omp teams distribute
  for (int row = 0; row < n; row++)
#pragma omp parallel for schedule(static, 4)
    for (int i = 0; i < m; i++)
      x[row * m + i] = 1;
}

// CHECK: loop row = 0 .. n - 1
// CHECK-NEXT:   loop i = 0 .. m - 1 parallel schedule static 4
// CHECK-NEXT:     write x @ 8*m*row + 8*i at
