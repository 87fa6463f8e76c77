// A worksharing loop of one iteration: the loop in it is not taken for it, and the variable keeps its value.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double *x) {
#pragma omp parallel for schedule(dynamic, 3)
  for (long i = 7; i <= 7; i++) {
    x[n] += 1;
    for (int j = n + 2; j < -1 * i; j++)
      x[j + 2] = 1;
  }
#pragma omp parallel for
  for (int i = n; i <= n; i++)
    x[i] = 2;
}

// CHECK: loop i = 7 .. 7 parallel schedule dynamic 3 at
// CHECK-NEXT:   read x @ 8*n at
// CHECK-NEXT:   write x @ 8*n at
// CHECK-NEXT:   loop j = n + 2 .. -8 at
// CHECK-NEXT:     write x @ 8*j + 16 at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NEXT: loop i = n .. n parallel schedule static at
// CHECK-NEXT:   write x @ 8*n at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
