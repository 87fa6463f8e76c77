// A loop that is also a vector loop.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, float *x, float *y) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    x[i] += y[i];
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   read y @ 4*i at
// CHECK-NEXT:   read x @ 4*i at
// CHECK-NEXT:   write x @ 4*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
