// A recursive function is not inlined for ever.
// RUN: %missed -O0 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check

static int fib(int n, double *x) {
  x[n] = n;
  return n < 2 ? n : fib(n - 1, x) + fib(n - 2, x);
}

void kernel(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] += fib(i, x);
}

// REMARK: {{.*}}.c:[[#@LINE-5]]:1: remark: a part of parallel loop 'i' is not modelled: a call to code that is not visible here may touch memory: fib ({{.*}}.c:[[#@LINE-3]]:13); make the callee visible (same file, inline), or measure it: {{.*}} [-Rpass-missed=pmecache]
// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   reason unknown-call at [[#@LINE-5]]:13 "fib"
// CHECK-NEXT:   read x @ 8*i at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
