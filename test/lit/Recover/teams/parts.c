// Beside worksharing loops only what the number rules gets a loop over the team; one thread is thread 0.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check
int omp_get_thread_num(void);
int omp_get_num_threads(void);

void kernel(int n, double *x, double *part, double *all) {
#pragma omp parallel
  {
    int t = omp_get_thread_num();
    part[t] = 0;
#pragma omp for
    for (int i = 0; i < n; i++)
      part[t] += x[i];
    for (int j = t; j < n; j++)
      all[j] = 1;
#pragma omp master
    for (int j = t; j < n; j++)
      all[j] = 2;
  }
}

// CHECK: region at
// CHECK-NEXT:   write part @ 8*thread() at
// CHECK-NEXT:   loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:     read x @ 8*i at
// CHECK-NEXT:     read part @ 8*thread() at
// CHECK-NEXT:     write part @ 8*thread() at
// CHECK-NEXT:   end
// CHECK-NEXT:   loop t = 0 .. threads() - 1 parallel each-thread nowait at
// CHECK-NEXT:     loop j = t .. n - 1 at
// CHECK-NEXT:       write all @ 8*j at
// CHECK-NEXT:     end
// CHECK-NEXT:   end
// CHECK-NEXT:   if one-thread at
// CHECK-NEXT:     loop j = 0 .. n - 1 at
// CHECK-NEXT:       write all @ 8*j at
// CHECK-NEXT:     end
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
