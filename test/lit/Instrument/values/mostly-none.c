// Most calls have nothing to do, by the value that the run has most often seen, and the others have each another size: what
// the run has measured of the loop stands there, not a loop that is not executed.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env PMECACHE_PROFILE=%t.pmeprof PMECACHE_MACHINE=corei7 OMP_NUM_THREADS=1 PMECACHE_ADVISE=off %clang -O2 -g -fopenmp %load -Rpass=cache -c %s -o /dev/null 2>&1 | %FileCheck %s
//
// CHECK: mostly-none.c:[[@LINE+12]]:{{.*}} measured at {{.*}} in 30 executions
#include <stdlib.h>

enum { CALLS = 60, MOST = 4000 };
typedef struct part {
  int first, count;
} part;

__attribute__((noinline)) void add(const part *parts, int at, double *x) {
  const part *own = &parts[at];
  if (own->count <= 8)
    return;
#pragma omp parallel for
  for (int i = 0; i < own->count; i++)
    x[own->first + i] += at;
}

int main(void) {
  part parts[CALLS];
  double *x = calloc(CALLS * MOST, sizeof *x);
  for (int k = 0; k < CALLS; k++)
    parts[k] = (part){k * 10, k % 2 ? 2 : k * 61 + 40};
  for (int k = 0; k < CALLS; k++)
    add(parts, k, x);
  return x[7] < 0;
}
