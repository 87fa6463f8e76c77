// A stencil of five points.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, int m, double (*restrict x)[m], double (*restrict y)[m]) {
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      y[i][j] = x[i - 1][j] + x[i][j - 1] + x[i][j] + x[i][j + 1] + x[i + 1][j];
}

// CHECK: loop i = 1 .. n - 2 parallel schedule static at
// CHECK-NEXT:   loop j = 1 .. m - 2 at
// CHECK-NEXT:     read x @ 8*m*i + 8*j - 8*m at
// CHECK-NEXT:     read x @ 8*m*i + 8*j - 8 at
// CHECK-NEXT:     read x @ 8*m*i + 8*j at
// CHECK-NEXT:     read x @ 8*m*i + 8*j + 8 at
// CHECK-NEXT:     read x @ 8*m + 8*m*i + 8*j at
// CHECK-NEXT:     write y @ 8*m*i + 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
