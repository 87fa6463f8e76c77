// Arrays of a size that is not known: declared in a region, and the copies of a reduction over an array section.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double *x, double *total) {
#pragma omp parallel
  {
    double row[n];
#pragma omp for reduction(+ : total[ : n])
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++)
        row[j] = x[n * i + j];
      for (int j = 1; j < n; j++)
        total[j] += row[j - 1];
    }
  }
}

// CHECK: array total element 8 extents n align 16 private
// CHECK-NEXT: array x element 8
// CHECK-NEXT: array row element 8 extents n align 16 private
// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT: loop j = 0 .. n - 1 at
// CHECK-NEXT: read x @ 8*n*i + 8*j at
// CHECK-NEXT: write row @ 8*j at
// CHECK-NEXT: end
// CHECK-NEXT: loop j = 1 .. n - 1 at
// CHECK-NEXT: read row @ 8*j - 8 at
// CHECK-NEXT: read total @ 8*j at
// CHECK-NEXT: write total @ 8*j at
