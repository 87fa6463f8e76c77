// A signed % of a variable that never is negative.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[i % 2];
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   read x @ 8*(i % 2) at
// CHECK-NEXT:   write y @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
