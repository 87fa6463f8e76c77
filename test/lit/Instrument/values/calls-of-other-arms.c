// Calls of other values take the other arm: of each of four in eight. The run's loops of the arm that the model leaves out
// stood for those four calls, and the model's of the other one for all eight.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_SAMPLE=exact PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env PMECACHE_MACHINE='cores=4;L1=32K,8,64' OMP_NUM_THREADS=1 PMECACHE_ADVISE=off PMECACHE_JSON=%t.json PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -g -Rpass=cache
// RUN: python3 -c "import json; print(*[(l['executions'], l['levels'][0]['accesses']) for l in json.load(open('%t.json'))['functions'][0]['loops']])" | %FileCheck %s
//
// CHECK: (0.5, 2048{{(\.0)?}}) (0.5, 2048{{(\.0)?}})
#include <stdlib.h>

enum { N = 2048 };

__attribute__((noinline)) void advect(int along_x, const double *from, double *to) {
  if (along_x) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      to[i] = from[i];
  } else {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      to[i] = from[N - 1 - i];
  }
}

int main(void) {
  double *a = calloc(N, sizeof *a), *b = calloc(N, sizeof *b);
  for (int step = 0; step < 8; step++)
    advect(step % 2, a, b);
  return b[3] == 1;
}
