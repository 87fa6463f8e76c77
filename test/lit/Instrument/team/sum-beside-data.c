// Writes whose places data decide may take lines of the same array from other threads: the model's bound of that loop is no
// part of the function's sum, and its other loops lose nothing when a run stands in its place.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env PMECACHE_MACHINE='cores=4;L1=32K,8,64;L2=256K,8,64' OMP_NUM_THREADS=4 PMECACHE_ADVISE=off PMECACHE_JSON=%t.json PMECACHE_PROFILE=%t.pmeprof %clang -O2 -g -fopenmp %load -c %s -o /dev/null
// RUN: python3 %S/../Inputs/sum_of_measured.py %t.json | %FileCheck %s
//
// CHECK: function: as its loops and the rest
#include <stdlib.h>

enum { N = 4096, TIMES = 20 };

__attribute__((noinline)) void steps(double *z, double *y, const int *at) {
#pragma omp parallel for
  for (int i = 0; i < 4 * N; i++)
    z[i] = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int k = 0; k < TIMES; k++) {
      y[i] += 1;
      y[at[i * TIMES + k]] -= 1;
    }
}

int main(void) {
  double *z = calloc(4 * N, sizeof *z), *y = calloc(N, sizeof *y);
  int *at = malloc(N * TIMES * sizeof *at);
  for (int k = 0; k < N * TIMES; k++)
    at[k] = (k / TIMES + 1 + k * 7 % 61) % N;
  steps(z, y, at);
  return y[3] > 1e9;
}
