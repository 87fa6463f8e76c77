// Regions of different teams in one function.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double *x) {
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < n; i++)
    x[i] = 1;
#pragma omp parallel num_threads(8)
#pragma omp for
  for (int i = 0; i < n; i++)
    x[i] = 2;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static threads 2 at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NEXT: loop i = 0 .. n - 1 parallel schedule static threads 8 at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
