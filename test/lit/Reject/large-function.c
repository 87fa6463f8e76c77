// A function that is too large to be read: the compile stays quick, and each worksharing loop says why it has no number.
// RUN: %missed -O0 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check

#define ONE x[i] += x[i + 1] * x[i + 2] - x[i + 3];
#define TEN ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
#define THOUSAND HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED

void kernel(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    THOUSAND THOUSAND THOUSAND
  }
}

// REMARK: {{.*}}.c:[[#@LINE-6]]:1: remark: parallel loop{{.*}} is not modelled: {{.*}}too large
// CHECK: loop i = 0 .. 0 parallel schedule static at
// CHECK-NEXT:   reason over-budget at [[#@LINE-8]]:1 "the function is too large"
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
