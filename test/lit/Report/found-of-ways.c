// A run tells what all calls of a function missed on average, whichever of its ways they took: of vectors that are one object
// fewer lines come in, and the calls of the other way have not found the difference.
// RUN: rm -rf %t && mkdir %t
// RUN: env %corei7 %instrument -pmecache-instrument=all %s %runtime -o %t/run
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t/run.pmeprof %t/run
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_PROFILE=%t/run.pmeprof PMECACHE_JSON=%t/answers/ %clang -fopenmp %load -O2 -g -c -o /dev/null %s
// RUN: %pmecache report %t/answers | %FileCheck %s
#include <stdlib.h>
enum { N = 80000 };

__attribute__((noinline)) double dot(int n, const double *x, const double *y) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

int main(void) {
  double *a = calloc(N, sizeof *a), *b = calloc(N, sizeof *b), sum = 0;
  for (int i = 0; i < 4; i++)
    sum += dot(N, a, a) + dot(N, a, b);
  return sum > 1;
}

// L2 has a few lines of them left between two calls: 4 times 10,000 lines and 4 times 20,000.
// CHECK: L2 {{ *}}1.3M {{ *}}120K
