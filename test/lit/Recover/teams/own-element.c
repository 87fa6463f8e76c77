// Each thread has an element of its own: its place is a multiple of the thread's number.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check
int omp_get_thread_num(void);
int omp_get_num_threads(void);

void kernel(int n, const double *a, double *sum, double padded[][8]) {
#pragma omp parallel num_threads(4)
  {
    int t = omp_get_thread_num();
    sum[t] = 0;
#pragma omp for
    for (int i = 0; i < n; i++) {
      sum[t] += a[i];
      padded[omp_get_thread_num()][0] += a[i];
    }
  }
}

// CHECK: region threads 4 at
// CHECK-NEXT:   write sum @ 8*thread() at
// CHECK-NEXT:   loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:     read a @ 8*i at
// CHECK-NEXT:     read sum @ 8*thread() at
// CHECK-NEXT:     write sum @ 8*thread() at
// CHECK-NEXT:     read a @ 8*i at
// CHECK-NEXT:     read padded @ 64*thread() at
// CHECK-NEXT:     write padded @ 64*thread() at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
