// A subscript that is one of two: one access for each, where its condition holds (where they are the same, either).
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, int k, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = x[i < k ? i : 2 * i - k];
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   if k - i at
// CHECK-NEXT:     read x @ 8*i at
// CHECK-NEXT:   end
// CHECK-NEXT:   if i - k - 1 at
// CHECK-NEXT:     read x @ 16*i - 8*k at
// CHECK-NEXT:   end
// CHECK-NEXT:   write y @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
