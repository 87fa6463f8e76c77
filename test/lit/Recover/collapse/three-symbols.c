// A collapsed nest of three loops whose trip counts are no plain symbols.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, int m, double *x) {
#pragma omp parallel for collapse(3)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 0; k < m + 1; k++)
        x[(i * n + j) * m + k] = 1;
}

// CHECK: param n
// CHECK-NEXT: param m
// CHECK-NEXT: array x element 8
// CHECK-NEXT: loop i = 1 .. n - 2 parallel schedule static collapse 3 at
// CHECK-NEXT:   loop j = 1 .. n - 2 at
// CHECK-NEXT:     loop k = 0 .. m at
// CHECK-NEXT:       write x @ 8*n*m*i + 8*m*j + 8*k at
// CHECK-NEXT:     end
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
