// One thread runs these parts.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double *x, double *y) {
#pragma omp parallel
  {
#pragma omp single
    for (int i = 0; i < n; i++)
      y[i] = 1;
#pragma omp master
    y[0] = 2;
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i] = y[i];
  }
}

// CHECK: region at
// CHECK-NEXT:   if one-thread at
// CHECK-NEXT:     loop i = 0 .. n - 1 at
// CHECK-NEXT:       write y @ 8*i at
// CHECK-NEXT:     end
// CHECK-NEXT:   end
// CHECK-NEXT:   if one-thread at
// CHECK-NEXT:     write y @ 0 at
// CHECK-NEXT:   end
// CHECK-NEXT:   loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:     read y @ 8*i at
// CHECK-NEXT:     write x @ 8*i at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
