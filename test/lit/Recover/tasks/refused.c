// A taskloop that each thread of the team makes tasks of; one in a parallel loop is run where it is met.
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=MISSED
// RUN: %recover -O2 && %check

void every(int n, double *x) {
// MISSED: refused.c:[[#@LINE+2]]:1: remark: {{.*}}a taskloop that each thread of the team makes tasks of
#pragma omp parallel
#pragma omp taskloop
  for (int i = 0; i < n; i++)
    x[i] = 1;
}

void kernel(int n, int m, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp taskloop
    for (int j = 0; j < m; j++)
      x[i * m + j] = 1;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static
// CHECK-NEXT:   loop j = 0 .. m - 1
// CHECK-NEXT:     write x @ 8*m*i + 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
