// Bounds that are global variables are symbols of that name.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

int n;
double *restrict x;

void kernel(void) {
  double *p = x;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    p[i] = 1;
}

// CHECK: param n
// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK:   write p @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
