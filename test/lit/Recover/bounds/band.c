// A band matrix: the begin is a maximum, the end a minimum.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double (*x)[n]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = (i > 2 ? i - 2 : 0); j <= (i + 2 < n - 1 ? i + 2 : n - 1); j++)
      x[i][j] += 1;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   loop j = max(0, i - 2) .. min(n - 1, i + 2) at
// CHECK-NEXT:     read x @ 8*n*i + 8*j at
// CHECK-NEXT:     write x @ 8*n*i + 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
