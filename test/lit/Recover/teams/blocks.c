// Blocks of iterations that threads find by their numbers: a loop over the threads of the team stands around them.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check
int omp_get_thread_num(void);
int omp_get_num_threads(void);

void kernel(int n, const double *x, double *sum) {
#pragma omp parallel
  {
    int t = omp_get_thread_num(), nt = omp_get_num_threads();
    int lo = t * n / nt, hi = (t + 1) * n / nt;
    for (int i = lo; i < hi; i++)
      sum[t] += x[i];
  }
}

// CHECK: loop t = 0 .. threads() - 1 parallel each-thread at
// CHECK-NEXT:   loop i = 0 .. (n + n*t) / threads() - n*t / threads() - 1 at
// CHECK-NEXT:     read x @ 8*i + 8*(n*t / threads()) at
// CHECK-NEXT:     read sum @ 8*t at
// CHECK-NEXT:     write sum @ 8*t at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
