// Tiles whose last one is cut off: the end is a minimum.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double *restrict x) {
#pragma omp parallel for
  for (int ii = 0; ii < n; ii += 8)
    for (int i = ii; i < (ii + 8 < n ? ii + 8 : n); i++)
      x[i] = 1;
}

// CHECK: loop ii = 0 .. n - 1 step 8 parallel schedule static at
// CHECK-NEXT:   loop i = ii .. min(n - 1, ii + 7) at
// CHECK-NEXT:     write x @ 8*i at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
