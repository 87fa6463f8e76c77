// Sizes that are computed of others, and that are no sum or product: powers of two, numbers of parts, a number of what
// was a float. `long rows = (int)(1L << bits)` is a power of two as well, and not what clean-up makes of the conversion.
//
// RUN: %instrument -pmecache-instrument=values %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=2 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -g -Rpass=cache -Rpass-missed=cache -Rpass-analysis=cache 2>&1 | %FileCheck %s
//
// CHECK-NOT: is not known
// CHECK-NOT: for every
// CHECK-NOT: computed at line
// CHECK-DAG: parallel loop 'i' (2 threads, static):{{.*}} of 13K accesses)
// CHECK-DAG: parallel loop 'i' (2 threads, static):{{.*}} of 19K accesses)
// CHECK-DAG: parallel loop 'i' (2 threads, static):{{.*}} of 600 accesses)
// CHECK-DAG: 1 << bits = 128 (measured
#include <stdlib.h>

__attribute__((noinline)) void halves(double *a, int bits, int rows) {
  int row = 1L << bits, half = row / 2;
#pragma omp parallel for
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < half; j++)
      a[i * row + j] *= 2;
}

__attribute__((noinline)) void wholes(double *a, int bits, long rows) {
  long row = (int)(1L << bits);
#pragma omp parallel for
  for (long i = 0; i < rows; i++)
    for (long j = 0; j < 100; j++)
      a[i * row + j] *= 2;
}

__attribute__((noinline)) void share(double *a, double part, int n) {
  int count = part * n;
#pragma omp parallel for
  for (int i = 0; i < count; i++)
    a[i] *= 2;
}

int main(void) {
  double *a = calloc(1 << 16, 8);
  halves(a, 7, 100);
  wholes(a, 7, 96);
  share(a, 0.3, 1000);
  return a[5] != 0;
}
