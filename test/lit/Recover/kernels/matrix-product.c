// The nest of the papers.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double (*restrict c)[n], double (*restrict a)[n], double (*restrict b)[n]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   loop j = 0 .. n - 1 at
// CHECK-NEXT:     loop k = 0 .. n - 1 at
// CHECK-NEXT:       read a @ 8*n*i + 8*k at
// CHECK-NEXT:       read b @ 8*n*k + 8*j at
// CHECK-NEXT:       read c @ 8*n*i + 8*j at
// CHECK-NEXT:       write c @ 8*n*i + 8*j at
// CHECK-NEXT:     end
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
