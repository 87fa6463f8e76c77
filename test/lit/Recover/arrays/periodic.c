// Neighbours in a periodic domain, written with a remainder: what it is in the domain and at its edge.
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[(i - 1 + n) % n];
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT: if i - 1 at
// CHECK-NEXT: read x @ 8*i - 8 at
// CHECK-NEXT: end
// CHECK-NEXT: if (-1)*i at
// CHECK-NEXT: read x @ 8*n + 8*i - 8 at
// CHECK-NEXT: end
// CHECK-NEXT: write y @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
