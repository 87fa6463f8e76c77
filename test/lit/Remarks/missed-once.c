// Several accesses of a loop that are not modelled for the same reason: one remark, which counts them. What stands in
// another file is named with it.
// RUN: %missed -O2 2>&1 | %FileCheck %s --implicit-check-not=remark:

void kernel(int n, double *x, double *y, double *z, int *index) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#line 20 "gather.h"
    int k = index[i];
#line 10 "missed-once.c"
    x[k] = y[k] + z[k];
  }
}

// CHECK: remark: {{.*}} an address depends on a value loaded from memory: 'index' loaded at {{.*}}20 (missed-once.c:10:{{[0-9]+}}), and 2 more; measure it
