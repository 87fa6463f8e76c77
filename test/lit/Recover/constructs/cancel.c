// A loop that may be cancelled is assumed not to be.
// RUN: %recover -O0 && %check_all
// RUN: %recover -O2 && %check_all

void kernel(int n, double *x) {
#pragma omp parallel
#pragma omp for schedule(dynamic)
  for (int i = 0; i < n; i++) {
    if (i > 7) {
#pragma omp cancel for
    }
    x[i] = 1;
  }
}

// CHECK: loop i = 0 .. n - 1 parallel schedule dynamic 1 at
// CHECK-NEXT:   assume early-exit "the loop is not cancelled"
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
