// num_tasks: so many tasks, as even as can be; of loops that are collapsed the iterations of all.
// RUN: %recover -O0 && %check
// RUN: %recover -O2 && %check

void kernel(int n, int m, double *x) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(8) collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i * m + j] = 1;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule dynamic ((n*m - 1) / 8 + 1) collapse 2 tasks
// CHECK-NEXT:   loop j = 0 .. m - 1
// CHECK-NEXT:     write x @ 8*m*i + 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
