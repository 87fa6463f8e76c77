// The inner loop ends at the outer one.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double (*x)[n], double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      y[i] += x[i][j];
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   loop j = 0 .. i at
// CHECK-NEXT:     read x @ 8*n*i + 8*j at
// CHECK-NEXT:     read y @ 8*i at
// CHECK-NEXT:     write y @ 8*i at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
