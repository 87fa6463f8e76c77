// A pointer as the variable of the loop.
// RUN: %recover -O0 && %check
// RUN: %recover -O2 && %check

void kernel(double *x) {
#pragma omp parallel for
  for (double *p = x; p < x + 100; p++)
    *p = 1;
}

// CHECK: array x element 8
// CHECK-NEXT: loop p = 0 .. 99 parallel schedule static at
// CHECK-NEXT:   write x @ 8*p at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
