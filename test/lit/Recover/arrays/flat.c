// A matrix in a flat array with a leading dimension.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, int m, int lda, const double *a, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < m; j++)
      sum += a[i * lda + j];
    y[i] = sum;
  }
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   loop j = 0 .. m - 1 at
// CHECK-NEXT:     read a @ 8*lda*i + 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT:   write y @ 8*i carried at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
