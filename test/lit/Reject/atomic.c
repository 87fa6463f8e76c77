// Atomic accesses are counted as plain ones, with a remark.
// RUN: %missed -O0 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check

void kernel(int n, int *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    x[0]++;
  }
}

// REMARK: {{.*}}.c:[[#@LINE-7]]:1: remark: parallel loop 'i': an atomic access is counted like a plain one ({{.*}}.c:[[#@LINE-4]]:5) [-Rpass-missed=pmecache]
// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   reason atomic-access at [[#@LINE-6]]:5
// CHECK-NEXT:   read x @ 0 at
// CHECK-NEXT:   write x @ 0 at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
