// Elements of two doubles are accessed part by part.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double _Complex *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = 1;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   write x @ 16*i at
// CHECK-NEXT:   write x @ 16*i + 8 at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
