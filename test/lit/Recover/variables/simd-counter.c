// The counter of an `omp simd` loop is read at the place of its type: without -g the loop was called `int64_t`.
// RUN: rm -rf %t && env PMECACHE_DUMP=%t/g %clang -O1 -g -fopenmp %load %s -c -o /dev/null
// RUN: env PMECACHE_DUMP=%t/lines %clang -O1 -gline-tables-only -fopenmp %load %s -c -o /dev/null -Rpass=cache
// RUN: env PMECACHE_DUMP=%t/none %clang -O1 -fopenmp %load %s -c -o /dev/null -Rpass=cache
// RUN: %FileCheck %s --input-file=%t/g/sums.pme
// RUN: %FileCheck %s --input-file=%t/lines/sums.pme
// RUN: %FileCheck %s --input-file=%t/none/sums.pme
#include <stdint.h>
void sums(double *restrict r, const double *restrict x, int64_t n) {
#pragma omp parallel for
  for (int64_t i = 0; i < n; i += 1) {
    double s = 0.0;
#pragma omp simd reduction(+ : s)
    for (int64_t j = 0; j < n; j += 1)
      s += x[j] * x[i];
    r[i] = s;
  }
}
// CHECK: loop i = 0 .. n - 1 parallel
// CHECK: loop j = 0 .. n - 1
