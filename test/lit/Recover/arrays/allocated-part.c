// A part of a thread's own allocation is its own, also where there may be none; so is what posix_memalign gives it.
// RUN: %recover -O0 && %check
// RUN: %recover -O2 && %check
#include <stdlib.h>

void kernel(int n, int block, double *x) {
#pragma omp parallel
  {
    double *first = NULL, *second = NULL;
    void *lined;
    if (block > 0) {
      first = malloc(2 * 1024 * sizeof *first);
      if (!first)
        exit(1);
      second = first + 1024;
    }
    if (posix_memalign(&lined, 64, 8192))
      exit(1);
    double *third = lined;
#pragma omp for
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < 1024; j++)
        second[j] = third[j] = x[1024 * i + j];
      for (int j = 0; j < 1024; j++)
        x[1024 * i + j] += second[j] + third[j];
    }
  }
}

// CHECK-DAG: array x element 8 heap likely{{$}}
// CHECK-DAG: array second element 8 private
// CHECK-DAG: array third element 8 align 64 heap private
