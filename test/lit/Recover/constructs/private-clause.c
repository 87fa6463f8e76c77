// A variable of a private clause is not memory, and loops that count with one are called after it.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double *x) {
  double t;
  int i, j, k;
#pragma omp parallel for private(i, j, k, t)
  for (k = 0; k < n; k++)
    for (j = 0; j < n; j++)
      for (i = 0; i < n; i++) {
        t = x[n * j + i];
        x[n * j + i] = t * t;
      }
}

// CHECK: loop k = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT: loop j = 0 .. n - 1 at
// CHECK-NEXT: loop i = 0 .. n - 1 at
// CHECK-NEXT:   read x @ 8*n*j + 8*i at
// CHECK-NEXT:   write x @ 8*n*j + 8*i at
// CHECK-NEXT: end
// CHECK-NEXT: end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
