// Of two choices the ways that are read come to each arm, and need not hold the two arms that calls take: the run says
// which. All calls of this one take the first arm and then the second; they were shares of ways that no call takes.
// RUN: rm -rf %t && mkdir %t
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t/run
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t/run.pmeprof %t/run
// RUN: env %corei7 PMECACHE_PROFILE=%t/run.pmeprof PMECACHE_JSON=%t/answers/ %clang -fopenmp %load -O2 -g -c -o /dev/null %s
// RUN: cat %t/answers/*.json | %FileCheck %s
// RUN: %pmecache report %t/answers | %FileCheck %s --check-prefix=REPORT
#include <stdlib.h>

__attribute__((noinline)) void update(int n, double alpha, double beta, const double *x, double *y) {
  if (beta == 0.0) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] = 0;
  } else {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] *= beta;
  }
  if (alpha == 1.0) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] += x[i];
  } else {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] += alpha * x[i];
  }
}

int main(void) {
  enum { N = 100000 };
  double *a = calloc(N, sizeof *a), *b = calloc(N, sizeof *b);
  for (int i = 0; i < 4; i++)
    update(N, 2 + i, 0, a, b);
  return b[7] > 1;
}

// CHECK: "name": "update"
// CHECK: "line": 13,
// CHECK: "line": 26,
// CHECK: "calls": 4,
// CHECK: "name": "update.way.2"
// CHECK: "calls": 0,
// Four times a write, and two reads and a write, of 100,000 elements.
// REPORT: L1 {{ *}}1.6M
