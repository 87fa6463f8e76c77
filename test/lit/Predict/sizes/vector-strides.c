// Strides of vectors, as BLAS has them, are no sizes: nothing lies between two elements. Rows of a matrix are; which column it is is none.
// RUN: env %corei7 %remarks -O1 -gline-tables-only -Rpass=cache 2>&1 | %FileCheck %s
void axpy(int n, double a, const double *x, int incx, double *y, int incy) {
// CHECK: vector-strides.c:[[#@LINE+1]]:1: remark: parallel loop 'i' for every n: {{.*}} 0.25 n misses{{.*}}taken: incx = 1, incy = 1
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i * incy] += a * x[i * incx];
}

void column(int n, int k, int row, double *a) {
// CHECK: vector-strides.c:[[#@LINE+1]]:1: remark: parallel loop 'i' for every n = row:{{.*}}taken: k = 1;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i * row + k] = 0;
}
