// Tasks that call the function which makes them, from a region of another one: told once, with how a run measures them, and
// not at all behind that run.
//
// RUN: %missed -O2 2>&1 | %FileCheck --check-prefix=FIRST --implicit-check-not=remark: %s
// RUN: env PMECACHE_MACHINE=corei7 %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env PMECACHE_MACHINE=corei7 PMECACHE_ADVISE=off OMP_NUM_THREADS=2 %clang -O2 -g -fopenmp %load_options -mllvm -pmecache-profile=%t.pmeprof -Rpass=cache -Rpass-missed=cache -c %s -o %t.o 2>&1 | %FileCheck --implicit-check-not=remark: %s
#include <stdlib.h>

void part(int count, int depth, double *x) {
  // FIRST: recursive-tasks.c:[[#@LINE+1]]:3: remark: loop 'i' is not modelled: this OpenMP construct is not modelled: task (recursive-tasks.c:[[#@LINE+3]]:1); measure it: compile with -g and PMECACHE_INSTRUMENT=all, link
  for (int i = 0; i < count; i++) {
// CHECK: recursive-tasks.c:[[#@LINE+1]]:1: remark: parallel loop 'i' (2 threads, dynamic,1) measured
#pragma omp task firstprivate(i)
    {
      double *own = malloc(64 * sizeof *own);
      for (int k = 0; k < 64; k++)
        own[k] = x[64 * i + k] + depth;
      for (int k = 0; k < 64; k++)
        x[64 * i + k] += own[k];
      if (depth > 0)
        part(count, depth - 1, x);
      free(own);
    }
#pragma omp taskwait
  }
}

int main(void) {
  double *x = calloc(8 * 64, sizeof *x);
#pragma omp parallel
#pragma omp single
  part(8, 2, x);
  free(x);
  return 0;
}
