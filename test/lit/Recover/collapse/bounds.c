// Collapsed loops that do not count 0, 1, 2, ...: each is the loop of the source.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, int m, double (*x)[m], double (*y)[n]) {
#pragma omp parallel for collapse(2)
  for (int i = 3; i < n; i += 2)
    for (int j = 1; j < m; j += 3)
      x[i][j] = 1;
#pragma omp parallel for collapse(2) schedule(static, 2)
  for (int i = n; i > 0; i--)
    for (int j = m; j >= 2; j -= 2)
      x[i][j] = 1;
#pragma omp parallel for collapse(2)
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      y[i][j] = x[i - 1][j + 1];
}

// CHECK: loop i = 3 .. n - 1 step 2 parallel schedule static collapse 2 at
// CHECK-NEXT:   loop j = 1 .. m - 1 step 3 at
// CHECK-NEXT:     write x @ 8*m*i + 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NEXT: loop i = n .. 1 step -1 parallel schedule static 2 collapse 2 at
// CHECK-NEXT:   loop j = m .. 2 step -2 at
// CHECK-NEXT:     write x @ 8*m*i + 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NEXT: loop i = 1 .. n - 2 parallel schedule static collapse 2 at
// CHECK-NEXT:   loop j = 1 .. n - 2 at
// CHECK-NEXT:     read x @ 8*m*i + 8*j - 8*m + 8 at
// CHECK-NEXT:     write y @ 8*n*i + 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
