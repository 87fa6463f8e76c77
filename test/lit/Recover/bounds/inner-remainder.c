// A loop that was unrolled by hand, and the one behind it that does what is left: it begins where the first one ended.
// RUN: %recover -O2 && %check
// RUN: %recover -O1 && %check
void kernel(int n, int m, const float *a, float *c) {
#pragma omp parallel for
  for (int r = 0; r < m; r++) {
    float sum = 0;
    int i = 0;
    for (; i + 3 < n; i += 4)
      sum += a[r * n + i] * a[r * n + i + 3];
    for (; i < n; i++)
      sum += a[r * n + i];
    c[r] = sum;
  }
}
// CHECK-NOT: reason
// CHECK: loop r = 0 .. m - 1 parallel
// CHECK-NEXT: loop i = 0 .. n - 4 step 4
// CHECK-NEXT: read a @ 4*n*r + 4*i at
// CHECK-NEXT: read a @ 4*n*r + 4*i + 12 at
// CHECK-NEXT: end
// CHECK-NEXT: if n - 1 at
// CHECK-NEXT: loop i = 0 .. n - 4*((n - 4) / 4) - 5
// CHECK-NEXT: read a @ 4*n*r + 4*i + 16*((n - 4) / 4) + 16 at
// CHECK-NEXT: end
// CHECK-NEXT: end
// CHECK-NEXT: write c @ 4*r
