// The inner loop begins behind the outer one.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double (*x)[n]) {
#pragma omp parallel for schedule(static, 2)
  for (int i = 0; i < n - 1; i++)
    for (int j = i + 1; j < n; j++)
      x[j][i] = x[i][j];
}

// CHECK: loop i = 0 .. n - 2 parallel schedule static 2 at
// CHECK-NEXT:   loop j = i + 1 .. n - 1 at
// CHECK-NEXT:     read x @ 8*n*i + 8*j at
// CHECK-NEXT:     write x @ 8*n*j + 8*i at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
