// A bound that is data (rows of a sparse matrix): a symbol, of which it is said that it is the same each time.
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

// REMARK: {{.*}}.c:[[#@LINE-6]]:1: remark: a part of parallel loop 'i' is not modelled: the value of 'j.trips' is not known; give it with PMECACHE_PARAMS='n=100,m=100,j.trips=10' ('j.trips' counts how often the loop at line [[#@LINE-4]] goes round) [-Rpass-missed=pmecache]
// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK:   loop j = 1 .. j.trips at [[#@LINE-6]]:5
// CHECK:     write x @ 8*j - 8 at
