// grainsize says how many tasks there are, and these are as even as can be: 1003 iterations of grainsize(64) are 15 tasks of 66
// or 67. A number that is known comes out as one.
// RUN: %recover -O0 && %check
// RUN: %recover -O2 && %check

void kernel(int n, int grain, double *x, double *y) {
#pragma omp parallel master taskloop grainsize(grain)
  for (int i = 0; i < n; i++)
    x[i] = 1;
#pragma omp parallel master taskloop grainsize(64)
  for (int i = 0; i < 1003; i++)
    y[i] = 1;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule dynamic ((2*n + max(1, n / grain)) / (2*max(1, n / grain))) tasks
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK: loop i = 0 .. 1002 parallel schedule dynamic 67 tasks
// CHECK-NEXT:   write y @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
