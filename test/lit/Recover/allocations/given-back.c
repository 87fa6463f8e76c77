// What is given back is used again as glibc does: the caches of a thread, the unsorted list and bins, neighbours joined,
// chunks cut for aligned blocks, and blocks that become longer where they stand. The distances are those of a run.
// RUN: %recover -O0 && %check_all
// RUN: %recover -O2 && %check_all
#include <stdlib.h>

__attribute__((noinline)) void kernel(int n, double *a, double *b, double *c, double *d, double *e, double *f) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] += b[i] * c[i] + d[i] * e[i] + f[i];
}

static double *aligned(size_t n) {
  void *p = NULL;
  return posix_memalign(&p, 64, n * sizeof(double)) ? NULL : p;
}

int main(void) {
  enum { N = 400 };
  double *x[12], *y[12];
  for (int i = 0; i < 12; i++) {
    x[i] = malloc((N + 8 * i) * sizeof(double));
    y[i] = malloc(40 * sizeof(double));
  }
  for (int i = 0; i < 12; i += 2) {
    free(x[i]);
    free(y[i]);
  }
  free(x[5]);
  double *a = aligned(N), *b = malloc(N * sizeof(double)), *c = calloc(40, sizeof(double)), *d = aligned(40),
         *e = malloc(N * sizeof(double)), *f = realloc(malloc(100), N * sizeof(double));
  kernel(40, a, b, c, d, e, f);
  return a[3] > 7;
}
// CHECK-DAG: array a element 8 {{.*}}allocated 3200 at 7200{{$}}
// CHECK-DAG: array b element 8 {{.*}}allocated 3200 at 0{{$}}
// CHECK-DAG: array c element 8 {{.*}}allocated 320 at 14592{{$}}
// CHECK-DAG: array d element 8 {{.*}}allocated 320 at 15008{{$}}
// CHECK-DAG: array e element 8 {{.*}}allocated 3200 at 18400{{$}}
// CHECK-DAG: array f element 8 {{.*}}allocated 3200 at 22272{{$}}
