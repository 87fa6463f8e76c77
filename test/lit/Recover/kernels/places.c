// Every loop and access knows its place: the pragma of the parallel loop, the for of another, the array reference.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, int m, double (*x)[m], double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i][j] = y[j];
}

// CHECK: function kernel file "{{.*}}places.c" line [[#@LINE-7]]
// CHECK: loop i = 0 .. n - 1 parallel schedule static at [[#@LINE-7]]:1
// CHECK-NEXT:   loop j = 0 .. m - 1 at [[#@LINE-6]]:5
// CHECK-NEXT:     read y @ 8*j at [[#@LINE-6]]:17
// CHECK-NEXT:     write x @ 8*m*i + 8*j at [[#@LINE-7]]:15
// CHECK-NEXT: end
// CHECK-NEXT: end
