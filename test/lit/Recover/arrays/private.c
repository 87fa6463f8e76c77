// An array of each iteration's own is private to the thread.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double t[64];
    for (int j = 0; j < 64; j++)
      t[j] = j;
    for (int j = 0; j < 64; j++)
      x[i] += t[63 - j];
  }
}

// CHECK: array t element 8 extents 64 align 16 private
// CHECK-NEXT: array x element 8
// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   loop j = 0 .. 63 at
// CHECK-NEXT:     write t @ 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT:   loop j = 0 .. 63 at
// CHECK-NEXT:     read t @ (-8)*j + 504 at
// CHECK-NEXT:     read x @ 8*i at
// CHECK-NEXT:     write x @ 8*i at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
