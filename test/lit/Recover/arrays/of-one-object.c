// Arrays that this file defines stand one behind the other: those that start as zeros, and those with values. An array
// alone in its section, one of another file and a weak one have no distance to others.
// RUN: %recover -O0 && %check
// RUN: %recover -O2 && %check
static double a[100];
double b[10][10];
static char before[3];
double c[50] __attribute__((aligned(64)));
double with_values[100] = {1, 2, 3};
extern double elsewhere[100];
double weak[100] __attribute__((weak)); // takes room, but may be replaced

void kernel(void) {
  before[0] = 1;
#pragma omp parallel for
  for (int i = 0; i < 50; i++)
    a[i] = b[0][i] + c[i] + with_values[i] + elsewhere[i] + weak[i] + before[0];
}

// CHECK-DAG: array b element 8 extents 10 10 group 0 base 0 align 16
// CHECK-DAG: array c element 8 extents 50 group 0 base 832 align 64
// CHECK-DAG: array a element 8 extents 100 group 0 base 2048 align 16
// CHECK-DAG: array with_values element 800 align 16
// CHECK-DAG: array elsewhere element 8 extents 100 align
// CHECK-DAG: array weak element 8 extents 100 align
