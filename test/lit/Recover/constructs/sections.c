// Sections are a loop over their numbers, which clang and its runtime share out as a static one. Of two the second is the
// last round and its test a bit; nothing of it is an exit.
// RUN: %recover -O0
// RUN: %check
// RUN: %recover -O2
// RUN: %check
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: remark:

void kernel(int n, double *x, double *y) {
#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      for (int i = 0; i < n; i++)
        x[i] = 1;
#pragma omp section
      y[0] = 1;
    }
#pragma omp sections nowait
    {
      x[0] = 2;
#pragma omp section
      for (int i = 0; i < n; i++)
        y[i] = 2;
#pragma omp section
      x[1] = 2;
    }
#pragma omp for
    for (int i = 1; i < n; i++)
      x[i] = y[i];
  }
}

// CHECK: array y
// CHECK-NEXT: region at 11:1
// CHECK-NEXT: loop section = 0 .. 1 parallel schedule static at 13:1
// CHECK-NEXT: if (-1)*(section % 2) at
// CHECK-NEXT: loop i = 0 .. n - 1 at 16:7
// CHECK-NEXT: write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NEXT: end
// CHECK-NEXT: if section % 2 - 1 at
// CHECK-NEXT: write y @ 0 at
// CHECK-NEXT: end
// CHECK-NEXT: end
// CHECK-NEXT: loop section = 0 .. 2 parallel schedule static nowait at 21:1
// CHECK-NEXT: if (-1)*section at
// CHECK-NEXT: write x @ 0 at
// CHECK-NEXT: end
// CHECK-NEXT: if section - 1, (-1)*section + 1 at
// CHECK-NEXT: loop i = 0 .. n - 1 at 25:7
// CHECK-NEXT: write y @ 8*i at
// CHECK-NEXT: end
// CHECK-NEXT: end
// CHECK-NEXT: if section - 2 at
// CHECK-NEXT: write x @ 8 at
// CHECK-NEXT: end
// CHECK-NEXT: end
// CHECK-NEXT: loop i = 1 .. n - 1 parallel schedule static at 30:1
