// A condition of other symbols than the bounds of the loop is assumed to hold: nothing else needs a value for `limit`.
// RUN: %recover -O0 && %check_all
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all
// RUN: %recover -O3 && %check_all

void kernel(int n, int limit, double *x) {
#pragma omp parallel for if (n > limit) num_threads(2)
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

// CHECK: assume if-clause "the region at line 8 has a team"
// CHECK: loop i = 0 .. n - 1 parallel schedule static threads 2 at
// CHECK-NEXT:   read x @ 8*i at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
