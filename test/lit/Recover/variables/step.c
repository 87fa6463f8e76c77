// Steps of the parallel loop and of one below it.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double *x) {
#pragma omp parallel for
  for (int i = 3; i < n; i += 7)
    for (int j = 0; j <= n; j += 4)
      x[i + j] = 1;
}

// CHECK: loop i = 3 .. n - 1 step 7 parallel schedule static at
// CHECK-NEXT:   loop j = 0 .. n step 4 at
// CHECK-NEXT:     write x @ 8*i + 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
