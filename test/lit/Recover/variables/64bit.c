// A variable of 64 bits.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(long n, double *x) {
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    x[i] = 1;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
