// Subscripts that are sums of loop variables.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, int k, double *restrict y, const double *restrict x, const double *restrict w) {
#pragma omp parallel for schedule(static, 16)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++)
      y[i] += x[i + j] * w[j];
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static 16 at
// CHECK-NEXT:   loop j = 0 .. k - 1 at
// CHECK-NEXT:     read x @ 8*i + 8*j at
// CHECK-NEXT:     read w @ 8*j at
// CHECK-NEXT:     read y @ 8*i at
// CHECK-NEXT:     write y @ 8*i at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
