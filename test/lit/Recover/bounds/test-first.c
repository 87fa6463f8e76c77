// Loops whose test stays at their beginning: the body runs once less than the test.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

static int least(int a, int b) { return a < b ? a : b; }

void kernel(int n, int a, int b, int c, int d, double (*x)[16], double *y, double *z) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= least(least(least(a - 1, b - 1), c - 1), d - 1); j++)
      x[i][j] = 1;
    int k = 0;
    while (y[k] += z[k] + z[k + 1] * z[k + 2] - z[k + 3] * z[k + 4] - z[k + 5], k < a) {
      x[i][k] = 2;
      k++;
    }
  }
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   loop j = 0 .. min(a - 1, min(b - 1, min(c - 1, d - 1))) at
// CHECK-NEXT:     write x @ 128*i + 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT:   loop k = 0 .. max(0, a) at
// CHECK-NEXT:     read z @ 8*k at
// CHECK-NEXT:     read z @ 8*k + 8 at
// CHECK-NEXT:     read z @ 8*k + 16 at
// CHECK-NEXT:     read z @ 8*k + 24 at
// CHECK-NEXT:     read z @ 8*k + 32 at
// CHECK-NEXT:     read z @ 8*k + 40 at
// CHECK-NEXT:     read y @ 8*k at
// CHECK-NEXT:     write y @ 8*k at
// CHECK-NEXT:     if max(0, a) - k - 1 at
// CHECK-NEXT:       write x @ 128*i + 8*k at
// CHECK-NEXT:     end
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
