// A loop of nothing but a call that is not followed has no answer.
// RUN: %missed -O0 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check

static void walk(double *x, int n) {
  x[n] = n;
  if (n > 0)
    walk(x, n - 1);
}

void kernel(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    walk(x, i);
}

// REMARK: {{.*}}.c:[[#@LINE-5]]:1: remark: parallel loop 'i' is not modelled: a call to code that is not visible here may touch memory: walk, which calls itself ({{.*}}.c:[[#@LINE-3]]:5); {{.*}} [-Rpass-missed=pmecache]
// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   reason unknown-call at [[#@LINE-5]]:5 "walk, which calls itself"
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
