// A loop of the model fills what a region, which is measured, writes at places that data choose: the lines are first touched
// once. A run of regions knows nothing of the fill. They are in the third level still, and have left the first one.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env PMECACHE_PROFILE=%t.pmeprof PMECACHE_JSON=%t.json PMECACHE_MACHINE='cores=4;L1=32K,8,64;L2=256K,8,64;L3=2M,16,64,shared=4' OMP_NUM_THREADS=1 PMECACHE_ADVISE=off %clang -O2 -g -fopenmp %load -c %s -o /dev/null
// RUN: python3 %S/Inputs/misses_in_lines.py %t.json scatter 10000 | %FileCheck %s
//
// CHECK: L1: 2 times
// CHECK-NEXT: L2: 2 times
// CHECK-NEXT: L3: 1 times
#include <stdlib.h>

enum { ROWS = 8000, EACH = 10 };

__attribute__((noinline)) void scatter(int n, int rows, const int *start, double *all) {
  for (int k = 0; k < n; k++)
    all[k] = 0;
#pragma omp parallel for
  for (int r = 0; r < rows; r++)
    for (int k = start[r]; k < start[r + 1]; k++)
      all[k] += r;
}

int main(void) {
  int *start = malloc(sizeof(int) * (ROWS + 1));
  double *all = malloc(sizeof(double) * ROWS * EACH);
  start[0] = 0;
  for (int r = 0; r < ROWS; r++)
    start[r + 1] = start[r] + EACH - 3 + (r * 5 & 7);
  for (int r = 0; r <= ROWS; r++)
    start[r] = start[r] < ROWS * EACH ? start[r] : ROWS * EACH;
  start[ROWS] = ROWS * EACH;
  scatter(ROWS * EACH, ROWS, start, all);
  int is_bad = all[7] < 0;
  free(all);
  free(start);
  return is_bad;
}
