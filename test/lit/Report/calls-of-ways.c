// Of a function that is read in several ways each has its own share of the calls: vectors that are one object are seen at
// each call, arms that exclude each other by their loops.
// RUN: rm -rf %t && mkdir %t
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t/run
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t/run.pmeprof %t/run
// RUN: env %corei7 PMECACHE_PROFILE=%t/run.pmeprof PMECACHE_JSON=%t/answers/ %clang -fopenmp %load -O2 -g -c -o /dev/null %s
// RUN: cat %t/answers/*.json | %FileCheck %s
// RUN: %pmecache report %t/answers | %FileCheck %s --check-prefix=REPORT
// RUN: %pmecache profile show %t/run.pmeprof | %FileCheck %s --check-prefix=SHOW
#define N 100000
#include <stdlib.h>

__attribute__((noinline)) double dot(int n, const double *x, const double *y) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

__attribute__((noinline)) void scale(int n, double s, double *x) {
  if (s == 0.0) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] = 0;
  } else {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] *= s;
  }
}

int main(void) {
  double *a = calloc(N, sizeof *a), *b = calloc(N, sizeof *b), sum = 0;
  for (int i = 0; i < 5; i++)
    sum += dot(N, a, a);
  sum += dot(N, a, b);
  for (int i = 0; i < 4; i++)
    scale(N, i, a);
  return sum > 1;
}

// CHECK: "name": "dot"
// CHECK: "calls": 1,
// CHECK: "name": "scale"
// CHECK: "calls": 3,
// CHECK: "name": "dot.way.same1"
// CHECK: "calls": 5,
// CHECK: "name": "scale.way.2"
// CHECK: "calls": 1,
// CHECK-NOT: "calls"
// Six times 200,000 accesses, and 100,000 and three times 200,000.
// REPORT: L1 {{ *}}1.9M
// SHOW: calls with one object for two arguments (1), 5 times
