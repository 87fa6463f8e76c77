// What stands before, between and behind the loops runs once, and is counted.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double *restrict x, double *restrict y) {
  x[0] = 1;
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    x[i] = y[i];
  y[n] = x[2];
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    y[i] = 1;
  if (n > 9)
    x[9] = 0;
}

// CHECK: write x @ 0 at
// CHECK-NEXT: loop i = 1 .. n - 1 parallel schedule static at
// CHECK-NEXT:   read y @ 8*i at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NEXT: read x @ 16 at
// CHECK-NEXT: write y @ 8*n at
// CHECK-NEXT: loop i = 1 .. n - 1 parallel schedule static at
// CHECK-NEXT:   write y @ 8*i at
// CHECK-NEXT: end
// CHECK-NEXT: if n - 10 at
// CHECK-NEXT:   write x @ 72 at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
