// Pointers that walk along arrays.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double *x, const double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    const double *p = y + i;
    double *q = x + 4 * i;
    for (int j = 0; j < 4; j++)
      *q++ = *p++;
  }
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   loop j = 0 .. 3 at
// CHECK-NEXT:     read y @ 8*i + 8*j at
// CHECK-NEXT:     write x @ 32*i + 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
