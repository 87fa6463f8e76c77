// A call of a function that another file defines.
// RUN: %missed -O0 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check

double other(int);

void kernel(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = other(i);
}

// REMARK: {{.*}}.c:[[#@LINE-5]]:1: remark: a part of parallel loop 'i' is not modelled: a call to code that is not visible here may touch memory: other; make the callee visible (same file, inline) or profile the loop [-Rpass-missed=pmecache]
// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   reason unknown-call at [[#@LINE-5]]:12 "other"
// CHECK-NEXT:   write x @ 8*i at [[#@LINE-6]]:10
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
