// What a local array begins with is kept apart by clang, and called as the array.
//
// RUN: %recover -O2 && %check
//
// CHECK-NOT: __const
// CHECK: read weights
void kernel(int n, const double *a, double *b, double *kept) {
  double weights[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 16; k++)
      b[i] += weights[k] * a[i + k];
}
