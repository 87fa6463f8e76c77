// A function of the same file that holds the inner loops.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

static double dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int k = 0; k < n; k++)
    sum += a[k] * b[k];
  return sum;
}

void kernel(int n, int m, const double (*x)[m], const double *y, double *z) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    z[i] = dot(m, x[i], y);
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   loop k = 0 .. m - 1 at
// CHECK-NEXT:     read x @ 8*m*i + 8*k at
// CHECK-NEXT:     read y @ 8*k at
// CHECK-NEXT:   end
// CHECK-NEXT:   write z @ 8*i carried at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
