// The size of the team, a value of the program.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, int team, double *x) {
#pragma omp parallel for num_threads(team)
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static threads team at
// CHECK-NEXT:   read x @ 8*i at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
