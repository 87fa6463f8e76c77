// Threads that write the same elements race: that is said, and no schedule is advised. Atomic writes are none, buffers of
// threads are apart, and where a branch decides on the write, data do.
// RUN: env %corei7 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 PMECACHE_JSON=%t.json %remarks -O2 && %FileCheck %s --check-prefix=JSON --input-file=%t.json
#include <stdlib.h>
double A[1000][1000], y[1000], sum;

void rows(void) {
// CHECK: same-elements.c:[[#@LINE+1]]:1: remark: {{.*}}lines that other threads wrote: {{(reading|writing)}} 'y' ({{[^)]*}}); different threads write the same elements of 'y' (same-elements.c:[[#@LINE+4]]:12): a data race, unless a lock keeps them apart
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 1000; i++)
    for (int j = 0; j < 1000; j++)
      y[j] += A[i][j];
}

void atomically(void) {
// CHECK: same-elements.c:[[#@LINE+2]]:1: remark: {{.*}}lines that other threads wrote
// CHECK-NOT: the same elements
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 1000; i++)
    for (int j = 0; j < 1000; j++) {
#pragma omp atomic
      y[j] += A[i][j];
    }
}

void rows_of_their_own(void) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 1000; i++)
    for (int j = 10 * i; j < 10 * i + 10; j++)
      y[j] += A[i][0];
}

void buffers(double *out) {
#pragma omp parallel num_threads(4)
  {
    double *own = malloc(1000 * sizeof *own);
#pragma omp for
    for (int i = 0; i < 1000; i++) {
      for (int j = 0; j < 1000; j++)
        own[j] = A[i][j];
      out[i] = own[i % 7];
    }
    free(own);
  }
}

void maximum(double *m) {
// CHECK: same-elements.c:[[#@LINE+1]]:1: remark: {{.*}}'m'
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 1000; i++)
    if (A[i][0] > *m)
      *m = A[i][0];
}

double reduction(void) {
  double s = 0;
// CHECK-NOT: the same elements
#pragma omp parallel for num_threads(4) reduction(+ : s)
  for (int i = 0; i < 1000; i++)
    s += A[i][0];
  return s;
}

// JSON: no advice: threads write the same elements of 'y'
// JSON: no advice: data decide whether threads write the same elements of 'm'
