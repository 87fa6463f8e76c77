// An unsigned variable of 64 bits.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(__SIZE_TYPE__ n, float *x) {
#pragma omp parallel for schedule(static, 8)
  for (__SIZE_TYPE__ i = 0; i < n; i++)
    x[i] = 1;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static 8 at
// CHECK-NEXT:   write x @ 4*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
