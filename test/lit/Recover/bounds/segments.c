// Rows of a sparse matrix follow each other: where their lengths are taken to be alike, row i starts at i times that.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, const int *restrict start, const double *restrict a, double *restrict y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = start[i]; k < start[i + 1]; k++)
      sum += a[k];
    y[i] = sum;
  }
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK:   loop k = 1 .. k.trips at [[#@LINE-7]]:5
// CHECK:     read a @ 8*k.trips*i + 8*k - 8 at [[#@LINE-7]]:14
// CHECK:   write y @ 8*i carried at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
