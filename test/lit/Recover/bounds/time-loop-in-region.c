// A sequential loop around worksharing loops, inside the region: every thread runs it.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int steps, int n, double *x, double *y) {
#pragma omp parallel
  for (int t = 0; t < steps; t++) {
#pragma omp for
    for (int i = 1; i < n - 1; i++)
      y[i] = x[i - 1] + x[i + 1];
#pragma omp for
    for (int i = 1; i < n - 1; i++)
      x[i] = y[i];
  }
}

// CHECK: region at
// CHECK-NEXT:   loop t = 0 .. steps - 1 at
// CHECK-NEXT:     loop i = 1 .. n - 2 parallel schedule static at
// CHECK-NEXT:       read x @ 8*i - 8 at
// CHECK-NEXT:       read x @ 8*i + 8 at
// CHECK-NEXT:       write y @ 8*i at
// CHECK-NEXT:     end
// CHECK-NEXT:     loop i = 1 .. n - 2 parallel schedule static at
// CHECK-NEXT:       read y @ 8*i at
// CHECK-NEXT:       write x @ 8*i at
// CHECK-NEXT:     end
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
