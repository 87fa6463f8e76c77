// A function of the same file with a parallel loop of its own belongs to the program of its caller.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

static __attribute__((noinline)) void fill(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = 1;
}

void kernel(int n, double *x, double *y) {
  fill(n, x);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = 1;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NEXT: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   write y @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
