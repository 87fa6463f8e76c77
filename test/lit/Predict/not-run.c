// A loop that the run did not come through has a function of a size still; that the run tells nothing of it is said.
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s --implicit-check-not='never came'
#include <stdlib.h>

__attribute__((noinline)) void ran(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = i;
}

// CHECK: not-run.c:[[#@LINE+1]]:{{[0-9]+}}: remark: function 'left': the instrumented run never came here ({{.*}}.pmeprof) [-Rpass-missed=pmecache]
__attribute__((noinline)) void left(int n, double *x) {
// CHECK: not-run.c:[[#@LINE+1]]:1: remark: parallel loop 'i' for every n: L3
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = 2 * i;
}

int main(int count, char **arguments) {
  double *x = calloc(5000, sizeof *x);
  ran(5000, x);
  if (count > 1)
    left(atoi(arguments[1]), x);
  free(x);
  return 0;
}
