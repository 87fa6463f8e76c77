// A bound that is data (rows of a sparse matrix).
// RUN: %missed -O0 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check

void kernel(int n, int *length, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < length[i]; j++)
      x[j] = 0;
}

// REMARK: {{.*}}.c:[[#@LINE-6]]:1: remark: a part of parallel loop 'i' is not modelled: a trip count depends on data: 'length' loaded at line [[#@LINE-4]]; profile the loop with -pmecache-instrument=irregular [-Rpass-missed=pmecache]
// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK:   reason data-dependent-bound at [[#@LINE-6]]:5 "'length' loaded at line [[#@LINE-6]]"
// CHECK-NEXT:   read length @ 4*i at
