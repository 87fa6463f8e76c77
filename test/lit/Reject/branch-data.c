// An access under a condition on data is modelled as if it always happened, and that is said.
// RUN: %recover -O0 && %check_all
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all
// RUN: %recover -O3 && %check_all

void kernel(int n, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      y[i] = 1;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK: assume branch-taken "the branch at line 10"
// CHECK: read x @ 8*i at
// CHECK-NEXT: write y @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
