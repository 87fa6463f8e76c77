// An ordered loop with a chunk goes through the dispatcher of the runtime library, the deal is static.
// RUN: %recover -O0 && %check
// RUN: %recover -O2 && %check

void kernel(int n, double *x) {
#pragma omp parallel for ordered schedule(static, 2)
  for (int i = 1; i < n; i++) {
#pragma omp ordered
    x[i] += x[i - 1];
  }
}

// CHECK: loop i = 1 .. n - 1 parallel schedule static 2 ordered at
// CHECK-NEXT:   read x @ 8*i - 8 at
// CHECK-NEXT:   read x @ 8*i at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
