// Several worksharing loops of one region, one of them without a barrier at its end.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double *x, double *y) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i] = i;
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      y[i] = x[n - 1 - i];
#pragma omp for schedule(static, 3)
    for (int i = 1; i < n; i++)
      x[i] += y[0];
  }
}

// CHECK: region at
// CHECK-NEXT:   loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:     write x @ 8*i at
// CHECK-NEXT:   end
// CHECK-NEXT:   loop i = 0 .. n - 1 parallel schedule static nowait at
// CHECK-NEXT:     read x @ 8*n - 8*i - 8 at
// CHECK-NEXT:     write y @ 8*i at
// CHECK-NEXT:   end
// CHECK-NEXT:   loop i = 1 .. n - 1 parallel schedule static 3 at
// CHECK-NEXT:     read y @ 0 at
// CHECK-NEXT:     read x @ 8*i at
// CHECK-NEXT:     write x @ 8*i at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
