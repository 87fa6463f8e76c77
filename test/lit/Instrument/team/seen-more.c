// A loop that the model has as a whole, in a loop with another one that data steer: what that one brings between two times the
// model does not know, and finds the vector where the run has seen it gone. Then the run is believed.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_SAMPLE=exact PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env PMECACHE_MACHINE='cores=4;L1=4K,8,64;L2=32K,8,64' OMP_NUM_THREADS=4 PMECACHE_ADVISE=off PMECACHE_JSON=%t.json PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s
// RUN: python3 -c "import json; print(*[(l['line'], l['levels'][1]['misses'] > 200 * 16) for l in json.load(open('%t.json'))['functions'][0]['loops']])" | %FileCheck %s --check-prefix=JSON
#include <stdlib.h>

enum { N = 2048, LENGTH = 12, TIMES = 16 };

__attribute__((noinline)) void steps(const int *start, const int *column, const double *value, double *x, double *y) {
  for (int t = 0; t < TIMES; t++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      double sum = 0;
      for (int k = start[i]; k < start[i + 1]; k++)
        sum += value[k] * column[k];
      y[i] = sum;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      x[i] += 0.5;
  }
}

int main(void) {
  int *start = malloc((N + 1) * sizeof *start), *column = malloc(N * LENGTH * sizeof *column), at = 0;
  double *value = calloc(N * LENGTH, sizeof *value), *x = calloc(N, sizeof *x), *y = calloc(N, sizeof *y);
  for (int i = 0; i < N; i++) {
    start[i] = at;
    at += LENGTH / 2 + i * 7 % LENGTH / 2;
  }
  start[N] = at;
  for (int k = 0; k < at; k++)
    column[k] = k * 31 % N;
  steps(start, column, value, x, y);
  return x[7] != 8;
}

// CHECK-DAG: seen-more.c:14:1: remark: {{.*}} from a run of 1 thread
// CHECK-DAG: seen-more.c:21:1: remark: {{.*}} from a run of 1 thread{{.*}} L2 costs most, with about 4{{.*}} reading 'x'
// JSON: (21, True)
