// A call of a function that is a value.
// RUN: %missed -O0 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check

void kernel(int n, double *x, double (*f)(double)) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = f(x[i]);
}

// REMARK: {{.*}}.c:[[#@LINE-5]]:1: remark: a part of parallel loop 'i' is not modelled: a call to code that is not visible here may touch memory: a function that is chosen at run time; make the callee visible (same file, inline) or profile the loop [-Rpass-missed=pmecache]
// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   reason unknown-call at [[#@LINE-5]]:12
// CHECK-NEXT:   read x @ 8*i at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
