// Iterations that go round the team.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check
int omp_get_thread_num(void);
int omp_get_num_threads(void);

void kernel(int n, double *x) {
#pragma omp parallel num_threads(3)
  {
    int id = omp_get_thread_num(), team = omp_get_num_threads();
    for (int i = id; i < n; i += team)
      x[i] = id;
  }
}

// CHECK: loop id = 0 .. threads() - 1 parallel each-thread threads 3 at
// CHECK-NEXT:   loop i = id .. n - 1 step threads() at
// CHECK-NEXT:     write x @ 8*i at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
