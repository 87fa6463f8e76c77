// A function that is called with several sizes, of which no combination stands for all calls: a run that has measured its
// loop tells more than the model does at values that no call may have had. The words say between which values.
//
// RUN: rm -rf %t && mkdir %t
// RUN: env %corei7 %instrument -pmecache-instrument=all %s %runtime -o %t/run
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t/run.pmeprof %t/run
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_PROFILE=%t/run.pmeprof PMECACHE_JSON=%t/answers/ %clang -fopenmp %load -O2 -g -c -o /dev/null %s -Rpass=cache 2>&1 | %FileCheck %s
// RUN: %pmecache report %t/answers | %FileCheck --check-prefix=TOTALS %s
//
// CHECK: parallel loop 'i' (1 thread, static) measured at k = 4 to 256, m = 4 to 256, n = 4 to 256, in 3 executions: {{.*}} of 3.1M accesses)
//
// Each call has 256 * 4 * 256 products, one of the largest values of all would have 64 times as many.
// TOTALS: L1 {{ *}}3.1M {{ *}}
//
// What is given by hand is another question, and the model's.
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_PARAMS=n=300 PMECACHE_PROFILE=%t/run.pmeprof %clang -fopenmp %load -O2 -g -c -o /dev/null %s -Rpass=cache 2>&1 | %FileCheck --check-prefix=GIVEN %s
// GIVEN-NOT: measured at
#include <stdlib.h>

__attribute__((noinline)) void multiply(int m, int n, int k, double *a, const double *b, const double *c) {
#pragma omp parallel for
  for (int i = 0; i < m; i++)
    for (int l = 0; l < k; l++)
      for (int j = 0; j < n; j++)
        a[i * n + j] += b[i * k + l] * c[l * n + j];
}

int main(void) {
  enum { LARGE = 256, SMALL = 4 };
  double *a = calloc(LARGE * LARGE, sizeof *a), *b = calloc(LARGE * LARGE, sizeof *b);
  double *c = calloc(LARGE * LARGE, sizeof *c);
  multiply(LARGE, LARGE, SMALL, a, b, c);
  multiply(LARGE, SMALL, LARGE, a, b, c);
  multiply(SMALL, LARGE, LARGE, a, b, c);
  return a[3] > 1;
}
