// The default of a switch runs for none of the other values, and several values may lead to one arm.
// RUN: %recover -O0 && %check_all
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all

void kernel(int n, int mode, double *x, double *y, double *z) {
  switch (mode) {
  case 3:
  case 4:
  case 7:
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] = 1;
    break;
  case 9:
#pragma omp parallel for
    for (int j = 0; j < n; j++)
      y[j] = 1;
    break;
  default:
#pragma omp parallel for
    for (int k = 0; k < n; k++)
      z[k] = 1;
  }
}

// CHECK-NOT: branch-taken
// CHECK-DAG: if max(min(mode - 3, (-1)*mode + 4), min(mode - 7, (-1)*mode + 7)) at
// CHECK-DAG: if {{\(-1\)\*mode \+ 9, mode - 9|mode - 9, \(-1\)\*mode \+ 9}} at
// CHECK-DAG: if max(mode - 5, (-1)*mode + 2), max(mode - 8, (-1)*mode + 6), max(mode - 10, (-1)*mode + 8) at
