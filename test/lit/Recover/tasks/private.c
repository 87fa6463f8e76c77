// Variables of each task: their values come with it, and are no accesses.
// RUN: %recover -O0 && %check
// RUN: %recover -O2 && %check

void kernel(int n, double factor, double *x) {
  double t = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(4) firstprivate(factor) private(t)
  for (int i = 3; i < n; i += 2) {
    t = factor * x[i];
    x[i] = t + 1;
  }
}

// CHECK: loop i = 3 .. n - 1 step 2 parallel schedule dynamic {{.*}} tasks
// CHECK-NEXT:   read x @ 8*i at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
