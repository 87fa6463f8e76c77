// A switch on a symbol: each case under its condition.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, int mode, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    switch (mode) {
    case 0:
      x[i] = 1;
      break;
    default:
      y[i] = 1;
    }
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK: if {{.*}}mode at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
