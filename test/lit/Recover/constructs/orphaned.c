// A worksharing loop without a region in the function: it binds to the team of the caller.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double *x) {
#pragma omp for schedule(static, 2)
  for (int i = 0; i < n; i++)
    x[i] += 4;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static 2 orphaned at
// CHECK-NEXT:   read x @ 8*i at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
