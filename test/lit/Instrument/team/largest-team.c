// What omp_get_max_threads() was in the run was the run's team: asked for another one, it is that. It was 1, and a loop
// over threads had one round for four of them.
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=4 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -g -Rpass-analysis=cache 2>&1 | %FileCheck %s
#include <stdlib.h>
int omp_get_max_threads(void);

__attribute__((noinline)) void scale(int n, double *x) {
  int team = omp_get_max_threads(), rows = n / team;
#pragma omp parallel for
  for (int t = 0; t < team; t++)
    for (int i = 0; i < rows; i++)
      x[t * rows + i] *= 2;
}

int main(void) {
  enum { N = 40000 };
  double *x = calloc(N, sizeof *x);
  scale(N, x);
  return x[3] != 0;
}

// CHECK-NOT: omp_get_max_threads() = 1
// CHECK: L1, 4 private instances: 80K accesses, 500{{[0-9]}} misses
// CHECK: omp_get_max_threads() = 4 (the size of a team)
