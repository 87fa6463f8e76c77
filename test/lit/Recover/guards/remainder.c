// A remainder lies between 0 and its divisor, whatever that is: `!= 0` is `>= 1`, and nothing is claimed twice.
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, int m, double *x, double *y) {
#pragma omp parallel for
  for (int t = 0; t < n * m; t++) {
    int i = t % n, j = t / n;
    if (i > 0 && i < n - 1 && j > 0)
      y[t] = x[t - 1] + x[t + 1] + x[t - n];
  }
}

// CHECK: loop t = 0 .. n*m - 1 parallel schedule static at
// CHECK-NEXT: if t % n - 1, n - t % n - 2, t / n - 1 at
// CHECK-NEXT: read x @ 8*t - 8 at
// CHECK-NEXT: read x @ 8*t + 8 at
// CHECK-NEXT: read x @ 8*t - 8*n at
// CHECK-NEXT: write y @ 8*t at
// CHECK-NEXT: end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
