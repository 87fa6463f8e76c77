// Outside of regions there is no team; what one has left behind is the size of teams, for which nobody is asked.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check
int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_max_threads(void);

void kernel(int n, double *x, double *part) {
  int nt, outside = omp_get_num_threads(), most = omp_get_max_threads();
#pragma omp parallel
  {
#pragma omp single
    nt = omp_get_num_threads();
    int t = omp_get_thread_num();
#pragma omp for
    for (int i = outside; i < n; i++)
      part[t] += x[i];
  }
  for (int t = 0; t < nt; t++)
    x[0] += part[t];
  for (int t = 0; t < most; t++)
    part[t] = 0;
}

// CHECK: loop i = 1 .. n - 1 parallel schedule static at
// CHECK-NEXT:   read x @ 8*i at
// CHECK-NEXT:   read part @ 8*thread() at
// CHECK-NEXT:   write part @ 8*thread() at
// CHECK-NEXT: end
// CHECK-NEXT: loop t = 0 .. "omp_get_max_threads()" - 1 at
// CHECK-NEXT:   read part @ 8*t at
// CHECK-NEXT:   read x @ 0 at
// CHECK-NEXT:   write x @ 0 at
// CHECK-NEXT: end
// CHECK-NEXT: loop t = 0 .. "omp_get_max_threads()" - 1 at
// CHECK-NEXT:   write part @ 8*t at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
