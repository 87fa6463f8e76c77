// Accesses through a value that is one of several are one for each: thousands of them would take seconds. What is behind
// the bound is left out, and that is said.
// RUN: env PMECACHE_BUDGET=20 %missed 2>&1 | %FileCheck %s --check-prefix=REMARK
// RUN: %check

#define ONE x[i] += r[i];
#define TEN ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

void kernel(int n, int m, int k, int l, double *x, double *a, double *b, double *c, double *d) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *p = i < m ? a : b, *q = i < k ? p : c, *r = i < l ? q : d;
    HUNDRED HUNDRED HUNDRED HUNDRED
  }
}

// REMARK: {{.*}}.c:[[#@LINE-7]]:1: remark: {{.*}}parallel loop 'i' is not modelled: {{.*}}too many accesses through one of several values
// CHECK-COUNT-1990: if
// CHECK: reason over-budget at [[#@LINE-6]]:{{[0-9]+}} "too many accesses through one of several values"
