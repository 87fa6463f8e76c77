// A loop that runs downwards.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double *x) {
#pragma omp parallel for
  for (int i = n - 1; i >= 0; i--)
    x[i] = 1;
}

// CHECK: loop i = n - 1 .. 0 step -1 parallel schedule static at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
