// Chunks of a rounded size, the last one shorter.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check
int omp_get_thread_num(void);
int omp_get_num_threads(void);

void kernel(int n, double *x) {
#pragma omp parallel
  {
    int t = omp_get_thread_num(), nt = omp_get_num_threads();
    int chunk = (n + nt - 1) / nt, lo = t * chunk, hi = lo + chunk < n ? lo + chunk : n;
    for (int i = lo; i < hi; i++)
      x[i] = i;
  }
}

// CHECK: loop t = 0 .. threads() - 1 parallel each-thread at
// CHECK-NEXT:   loop i = 0 .. min(n - t*((n + threads() - 1) / threads()) - 1, (n + threads() - 1) / threads() - 1) at
// CHECK-NEXT:     write x @ 8*i + 8*t*((n + threads() - 1) / threads()) at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
