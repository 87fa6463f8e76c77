// C rounds quotients towards zero, and remainders have the sign of the dividend. Where a dividend is never negative the
// operations of the program format say the same.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double *x, double *y) {
#pragma omp parallel for
  for (int i = -n; i < n; i++) {
    x[i / 3] = 1;
    x[i % 5] = 1;
    for (int j = 0; j < n; j++)
      y[(j + 2) / 3] = 1;
    for (int j = 1; j < 9; j++)
      y[(1 - j) / 3] = 1;
    y[i >> 2] = 1;
  }
}

// CHECK: loop i = (-1)*n .. n - 1 parallel schedule static at
// CHECK-NEXT:   if (-1)*i at
// CHECK-NEXT:     write x @ (-8)*((-1)*i / 3) at
// CHECK-NEXT:     write x @ (-8)*(4*i % 5) at
// CHECK-NEXT:   end
// CHECK-NEXT:   if i - 1 at
// CHECK-NEXT:     write x @ 8*(i / 3) at
// CHECK-NEXT:     write x @ 8*(i % 5) at
// CHECK-NEXT:   end
// CHECK-NEXT:   loop j = 0 .. n - 1 at
// CHECK-NEXT:     write y @ 8*((j + 2) / 3) at
// CHECK-NEXT:   end
// CHECK-NEXT:   loop j = 1 .. 8 at
// CHECK-NEXT:     write y @ (-8)*((j - 1) / 3) at
// CHECK-NEXT:   end
// CHECK-NEXT:   write y @ 8*(i / 4) at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
