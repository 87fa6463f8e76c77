// Two collapsed loops are two loops again.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, int m, double (*restrict x)[m], double (*restrict y)[m]) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i][j] = y[i][j] + 1;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static collapse 2 at
// CHECK-NEXT:   loop j = 0 .. m - 1 at
// CHECK-NEXT:     read y @ 8*m*i + 8*j at
// CHECK-NEXT:     write x @ 8*m*i + 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
