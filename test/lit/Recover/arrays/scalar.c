// A scalar behind a pointer and a global scalar are memory, local ones are not.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

double total;

void kernel(int n, double *sum, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double local = 2 * x[i];
    *sum += local;
    total += local;
  }
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   read x @ 8*i at
// CHECK-NEXT:   read sum @ 0 at
// CHECK-NEXT:   write sum @ 0 at
// CHECK-NEXT:   read total @ 0 at
// CHECK-NEXT:   write total @ 0 at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
