// A function that is too large to be read at once is read by groups of its worksharing loops: each stands in one program,
// with what is around it. What a loop of another group has computed is not known there; loops that there is no room for say
// so. The first ones come first.
// RUN: %recover -O1 2>&1 && cat %t/kernel.loops.1.pme %t/kernel.loops.2.pme %t/kernel.pme | %FileCheck %s
// RUN: ls %t | %FileCheck %s --check-prefix=FILES

// FILES: kernel.loops.1.pme
// FILES-NEXT: kernel.loops.2.pme
// FILES-NEXT: kernel.loops.3.pme
// FILES-NEXT: kernel.pme

#define ONE x[i] += x[i + 1] * x[i + 2] - x[i + 3];
#define TEN ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
#define MANY HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED

void kernel(int n, int steps, double *restrict x, double *restrict y, const int *restrict mark) {
  int count = 0;
#pragma omp parallel for reduction(+ : count)
  for (int i = 0; i < n; i++) {
    MANY count += mark[i] > 0;
  }
  for (int t = 0; t < steps; t++) {
#pragma omp parallel
    {
#pragma omp for schedule(dynamic, 4)
      for (int i = 0; i < n; i++) {
        MANY
      }
#pragma omp for
      for (int i = 0; i < count; i++)
        y[i] = 1;
    }
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    MANY
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    MANY MANY
  }
}

// CHECK: function kernel.loops.1 file
// CHECK: loop {{[a-zA-Z]+}} = 0 .. n - 1 parallel schedule static carries
// CHECK-NOT: loop
// CHECK: function kernel.loops.2 file
// CHECK: loop t = 0 .. steps - 1
// CHECK-NEXT: region
// CHECK-NEXT: loop {{[a-zA-Z]+}} = 0 .. n - 1 parallel schedule dynamic 4
// CHECK: loop i = 0 .. count - 1 parallel schedule static
// CHECK-NEXT: write y @ 8*i
// CHECK-NOT: loop
// CHECK: function kernel file
// CHECK: loop {{.*}} at [[#@LINE-17]]:1
// CHECK-NEXT: reason over-budget {{.*}} "the function is too large"
