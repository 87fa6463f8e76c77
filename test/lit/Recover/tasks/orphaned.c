// Where no region is seen, a team calls the function. With an `if` clause tasks are made. Where the number of iterations
// changes with a loop around, tasks are as long as in the middle of that.
// RUN: %recover -O0 && %check
// RUN: %recover -O2 && %check
// RUN: %check_all --check-prefix=ASSUMED

void kernel(int n, int depth, double *x) {
  for (int k = 0; k < n; k++)
#pragma omp taskloop grainsize(16) if (depth < 4)
    for (int i = 0; i < k; i++)
      x[i] = 1;
}

// CHECK: loop k = 0 .. n - 1
// CHECK-NEXT:   loop i = 0 .. k - 1 parallel schedule dynamic ((2*((n - 1) / 2) + max(1, (n - 1) / 2 / 16)) / (2*max(1, (n - 1) / 2 / 16))) orphaned tasks
// CHECK-NEXT:     write x @ 8*i at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
// ASSUMED-DAG: assume if-clause "the taskloop at line 9 makes tasks"
// ASSUMED-DAG: assume trips-alike "its tasks are as long as where the loops around are in their middle"
