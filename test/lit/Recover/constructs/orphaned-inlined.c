// An internal function with an orphaned loop that is called twice in a region: its loop is shown for each call, and
// not once more for itself.
// RUN: %recover -O0 && %check && ls %t | %FileCheck %s --check-prefix=FILES
// RUN: %recover -O2 && %check && ls %t | %FileCheck %s --check-prefix=FILES

static void fill(int n, double *x) {
#pragma omp for
  for (int i = 0; i < n; i++)
    x[i] = 1;
}

void kernel(int n, double *x, double *y) {
#pragma omp parallel
  {
    fill(n, x);
    fill(n, y);
  }
}

// FILES-NOT: fill
// FILES: kernel.pme
// FILES-NOT: fill
// CHECK: region at
// CHECK-NEXT:   loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:     write x @ 8*i at
// CHECK-NEXT:   end
// CHECK-NEXT:   loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:     write y @ 8*i at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
