// A chunk size that is a value of the program is a symbol.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, int chunk, double *x) {
#pragma omp parallel for schedule(static, chunk)
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static chunk at
// CHECK-NEXT:   read x @ 8*i at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
