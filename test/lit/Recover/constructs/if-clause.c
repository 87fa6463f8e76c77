// The loop is modelled as it runs in parallel; that the condition holds is an assumption.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, int limit, double *x) {
#pragma omp parallel for if (n > limit) num_threads(2)
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static threads 2 at
// CHECK-NEXT:   read x @ 8*i at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
