// A function that is inlined in two places has the same loop in both. What a run has measured in a region is not what
// is done before that, which no run has measured, and which the model does not know.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env PMECACHE_MACHINE='cores=4;L1=32K,8,64;L2=256K,8,64' OMP_NUM_THREADS=1 PMECACHE_ADVISE=off PMECACHE_JSON=%t.json PMECACHE_PROFILE=%t.pmeprof %clang -O2 -g -fopenmp %load -c %s -o /dev/null
// RUN: python3 -c "import json; print(*[(l['line'], l['parent'], 'measured' in l) for l in json.load(open('%t.json'))['functions'][0]['loops']])" | %FileCheck %s
//
// CHECK-NOT: (13, None, True)
#include <stdlib.h>

static inline void fill(double *x, const int *from, const int *to) {
  for (int k = *from; k < *to; k++)
    x[k] = k;
}

__attribute__((noinline)) void steps(double *x, double *y, const int *first, int rows) {
  fill(y, first, first + rows);
#pragma omp parallel for
  for (int i = 0; i < rows; i++)
    fill(x, first + i, first + i + 1);
}

int main(void) {
  enum { ROWS = 200 };
  int *first = malloc((ROWS + 1) * sizeof *first);
  for (int i = 0; i <= ROWS; i++)
    first[i] = i * 30 + i % 7;
  double *x = calloc(ROWS * 40, sizeof *x), *y = calloc(ROWS * 40, sizeof *y);
  steps(x, y, first, ROWS);
  return x[3] > 1e9;
}
