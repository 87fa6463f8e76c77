// Arms of which data choose one: the second does not find in the caches what the first has touched. What stands in front
// of the choice is in each way; comparisons of integers are conditions of one program.
// RUN: %recover -O0 && %check && %FileCheck %s --check-prefix=WAYS --input-file=%t/kernel.way.2.pme
// RUN: %recover -O3 && %check && %FileCheck %s --check-prefix=WAYS --input-file=%t/kernel.way.2.pme

void kernel(int n, double alpha, double *x, double *y, double *w) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = i;
  if (alpha == 1.0) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      w[i] = x[i];
  } else {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      w[i] = y[i];
  }
}

// CHECK: loop i = 0 .. n - 1 parallel
// CHECK-NEXT: write y @ 8*i
// CHECK: loop i = 0 .. n - 1 parallel
// CHECK-NEXT: read x @ 8*i
// CHECK-NEXT: write w @ 8*i
// CHECK-NOT: loop

// WAYS: loop i = 0 .. n - 1 parallel
// WAYS: write y @ 8*i
// WAYS: loop i = 0 .. n - 1 parallel
// WAYS: read y @ 8*i
// WAYS-NEXT: write w @ 8*i
// WAYS-NOT: loop
