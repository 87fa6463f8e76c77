// A matrix of row pointers: the pointers are read, and the rows lie one behind the other by assumption.
// RUN: %recover -O0 && %check_all
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all
// RUN: %recover -O3 && %check_all

void kernel(int n, int m, double **restrict x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i][j] = 1;
}

// CHECK: array x element 8
// CHECK-NEXT: array "x[]" element 8
// CHECK-NEXT: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT: loop j = 0 .. m - 1 at
// CHECK: assume rows-contiguous "rows of 'x'"
// CHECK-NEXT: read x @ 8*i at
// CHECK-NEXT: write "x[]" @ {{.*}} + 8*j at
// CHECK-NEXT: end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
