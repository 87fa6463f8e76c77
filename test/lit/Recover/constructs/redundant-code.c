// What stands beside a worksharing loop is run by every thread.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double *x, double *y) {
#pragma omp parallel
  {
    for (int k = 0; k < 4; k++)
      y[k] = 1;
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i] = y[3];
  }
}

// CHECK: region at
// CHECK-NEXT:   loop k = 0 .. 3 at
// CHECK-NEXT:     write y @ 8*k at
// CHECK-NEXT:   end
// CHECK-NEXT:   loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:     read y @ 24 at
// CHECK-NEXT:     write x @ 8*i at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
