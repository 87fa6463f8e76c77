// A byte offset that does not fit 64 bits.
// RUN: %missed -O0 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

void kernel(double *x) {
#pragma omp parallel for
  for (long i = 0; i < 4000000000000000000; i++)
    x[i] = 1;
}

// REMARK: {{.*}}.c:[[#@LINE-5]]:1: remark: parallel loop 'i' is not modelled: a count or an address does not fit 64 bits: {{.*}} [-Rpass-missed=pmecache]
