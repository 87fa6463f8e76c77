// What the OpenMP runtime takes with its first team hangs on the environment: where in a line later blocks of the heap
// begin is not known, only how far from each other they are. Mapped ones stand as before.
// RUN: %recover -O1 && cat %t/first.pme %t/second.pme | %FileCheck %s
#include <stdlib.h>

__attribute__((noinline)) void first(int n, double *a) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

__attribute__((noinline)) void second(int n, double *a, double *b, double *large) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[i] = a[i] + large[i];
}

int main(void) {
  double *a = malloc(100 * sizeof *a), *large = malloc(1000000 * sizeof *large);
  first(100, a);
  double *b = malloc(100 * sizeof *b);
  second(100, a, b, large);
  return b[3] > 7;
}

// CHECK-LABEL: function first
// CHECK: array a element 8 heap allocated 800 at 0
// CHECK-LABEL: function second
// CHECK-DAG: array b element 8 heap{{( likely)?}} allocated 800 about {{[0-9]+}}{{$}}
// CHECK-DAG: array a element 8 heap allocated 800 at 0
// CHECK-DAG: array large element 8 heap allocated 8000000 at -{{.*}}
