// A choice that is made outside of the loops needs no symbol of its own.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, int m, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = y[i + (n < m ? 2 * n + 3 : m)];
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   if m - n - 1 at
// CHECK-NEXT:     read y @ 16*n + 8*i + 24 at
// CHECK-NEXT:   end
// CHECK-NEXT:   if n - m at
// CHECK-NEXT:     read y @ 8*m + 8*i at
// CHECK-NEXT:   end
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
