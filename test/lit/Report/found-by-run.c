// What calls find of other functions' lines in a cache of many sets: the run that looked at few references in these sets
// has seen no conflict, and what its distances say is believed, though conflicts that it has not seen are in its interval.
// RUN: rm -rf %t && mkdir %t
// RUN: env %corei7 %instrument -pmecache-instrument=all %s %runtime -o %t/run
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t/run.pmeprof %t/run
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_PROFILE=%t/run.pmeprof PMECACHE_JSON=%t/answers/ %clang -fopenmp %load -O2 -g -c -o /dev/null %s
// RUN: %pmecache report %t/answers | %FileCheck %s
#include <stdlib.h>
enum { N = 160000, FEW = 8000 };

__attribute__((noinline)) void add(double *a, const double *b) {
#pragma omp parallel for
  for (int i = 0; i < FEW; i++)
    a[i] += b[i];
}

__attribute__((noinline)) void mix(double *a, const int *place) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] += a[place[i]];
}

int main(void) {
  double *a = calloc(N, sizeof *a), *b = calloc(FEW, sizeof *b);
  int *place = calloc(N, sizeof *place);
  for (int i = 0; i < N; i++)
    place[i] = (int)(i * 7919L % N);
  for (int step = 0; step < 6; step++) {
    add(a, b);
    mix(a, place);
  }
  return a[3] > 1;
}

// 2000 lines of `a` and `b`, which stay in L3; `mix` drives them out of L2 between two calls.
// CHECK: 6 {{ *}}12K {{ *}}11K {{ *}}20{{0.}}  add
