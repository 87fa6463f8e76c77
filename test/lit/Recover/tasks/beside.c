// What the thread that makes the tasks does beside them, it alone does: also in a loop around two taskloops.
// RUN: %recover -O0 && %check
// RUN: %recover -O2 && %check

void kernel(int n, int rounds, double *x, double *y) {
#pragma omp parallel
#pragma omp single
  for (int r = 0; r < rounds; r++) {
    y[0] = r;
#pragma omp taskloop num_tasks(4)
    for (int i = 0; i < n; i++)
      x[i] = y[i];
#pragma omp taskloop num_tasks(4)
    for (int i = 0; i < n; i++)
      y[i] = x[i];
    x[0] = r;
  }
}

// CHECK: region
// CHECK-NEXT:   loop r = 0 .. rounds - 1
// CHECK-NEXT:     if one-thread
// CHECK-NEXT:       write y @ 0 at
// CHECK-NEXT:     end
// CHECK-NEXT:     loop i = 0 .. n - 1 parallel schedule dynamic {{.*}} tasks
// CHECK-NEXT:       read y @ 8*i at
// CHECK-NEXT:       write x @ 8*i at
// CHECK-NEXT:     end
// CHECK-NEXT:     loop i = 0 .. n - 1 parallel schedule dynamic {{.*}} tasks
// CHECK-NEXT:       read x @ 8*i at
// CHECK-NEXT:       write y @ 8*i at
// CHECK-NEXT:     end
// CHECK-NEXT:     if one-thread
// CHECK-NEXT:       write x @ 0 at
// CHECK-NEXT:     end
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
