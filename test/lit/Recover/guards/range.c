// Compilers test a range with one unsigned comparison; outside of it are two sides.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if (i > 3 && i < 9)
      y[i] = 1;
    if (i < 4 || i > 8)
      x[i] = 2;
  }
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   if i - 4, (-1)*i + 8 at
// CHECK-NEXT:     write y @ 8*i at
// CHECK-NEXT:   end
// CHECK-NEXT:   if (-1)*i + 3 at
// CHECK-NEXT:     write x @ 8*i at
// CHECK-NEXT:   end
// CHECK-NEXT:   if i - 9 at
// CHECK-NEXT:     write x @ 8*i at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
