// A variable of fewer bits than int.
// RUN: %recover -O0 && %check
// RUN: %recover -O2 && %check

void kernel(double *x) {
#pragma omp parallel for
  for (short i = 0; i < 300; i++)
    x[i] = 1;
}

// CHECK: loop i = 0 .. 299 parallel schedule static at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
