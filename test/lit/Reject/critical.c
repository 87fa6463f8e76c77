// A critical section: its accesses count, its waiting does not.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double *x, double *sum) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    *sum += x[i];
  }
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   read x @ 8*i at
// CHECK-NEXT:   read sum @ 0 at
// CHECK-NEXT:   write sum @ 0 at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
