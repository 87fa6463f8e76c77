// Reductions work on copies in registers.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

double kernel(int n, double *x) {
  double sum = 0, most = 0;
#pragma omp parallel for reduction(+ : sum) reduction(max : most)
  for (int i = 0; i < n; i++) {
    sum += x[i];
    most = x[i] > most ? x[i] : most;
  }
  return sum + most;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   read x @ 8*i at
// CHECK-NEXT:   read x @ 8*i at
// CHECK: end
// CHECK-NOT: {{.}}
