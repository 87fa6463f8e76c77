// An array of variable dimensions in the function.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void use(void *);

void kernel(int n, int m) {
  double x[n][m];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i][j] = 1;
  use(x);
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   loop j = 0 .. m - 1 at
// CHECK-NEXT:     write x @ 8*m*i + 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
