// Rows a[i - 1], a[i] and a[2 * i + 1] are of one table, and so in one array.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double **a, double **b) {
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    for (int j = 0; j < n; j++)
      b[2 * i + 1][j] = a[i - 1][j] + a[i][j] + b[i][j];
}

// CHECK: param n
// CHECK-NEXT: array a element 8
// CHECK-NEXT: array "a[]" element 8 align 16
// CHECK-NEXT: array b element 8
// CHECK-NEXT: array "b[]" element 8 align 16
// CHECK-NEXT: loop i = 1 .. n - 2 parallel schedule static at
// CHECK-NEXT:   loop j = 0 .. n - 1 at
// CHECK-NEXT:     read a @ 8*i - 8 at
// CHECK-NEXT:     read "a[]" @ 16*i*((8*n + 23) / 16) + 8*j - 16*((8*n + 23) / 16) at
// CHECK-NEXT:     read a @ 8*i at
// CHECK-NEXT:     read "a[]" @ 16*i*((8*n + 23) / 16) + 8*j at
// CHECK-NEXT:     read b @ 8*i at
// CHECK-NEXT:     read "b[]" @ 16*i*((8*n + 23) / 16) + 8*j at
// CHECK-NEXT:     read b @ 16*i + 8 at
// CHECK-NEXT:     write "b[]" @ 32*i*((8*n + 23) / 16) + 8*j + 16*((8*n + 23) / 16) at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
