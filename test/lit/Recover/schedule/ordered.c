// An ordered loop keeps its schedule, and the part in order belongs to the iteration.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double *x) {
#pragma omp parallel for ordered
  for (int i = 1; i < n; i++) {
    x[i] += 1;
#pragma omp ordered
    x[i] += x[i - 1];
  }
}

// CHECK: loop i = 1 .. n - 1 parallel schedule static ordered at
// CHECK-NEXT:   read x @ 8*i at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT:   read x @ 8*i - 8 at
// CHECK-NEXT:   read x @ 8*i at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
