// OpenMP allows != as the condition.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double *x) {
#pragma omp parallel for
  for (int i = 2; i != n; i++)
    x[i] = x[i - 2];
}

// CHECK: loop i = 2 .. n - 1 parallel schedule static at
// CHECK-NEXT:   read x @ 8*i - 16 at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
