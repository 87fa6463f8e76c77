// From source to a remark in two compiles and one run, for a loop whose subscripts come from memory. What the model
// answers is answered by the model.
//
// RUN: %instrument -pmecache-instrument=irregular %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_SAMPLE=exact PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe > %t.traced
// RUN: %clang -O2 -g -fopenmp %s -o %t.plain
// RUN: env OMP_NUM_THREADS=1 %t.plain | diff - %t.traced
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s
//
// Of a loop that is modelled in part there is one number, that of the run.
// CHECK-NOT: not modelled and not counted
// CHECK: irregular.c:[[#@LINE+13]]:1: remark: parallel loop 'i' (1 thread, static) measured at n = 100000, in 2 executions:
// CHECK-SAME: L2 costs most, with about {{[0-9.]+}}K misses ({{.*}} of 600K accesses), {{.*}} of them reading 'from' (irregular.c:[[#@LINE+14]]:13); L1 about {{.*}}, L3 about
// CHECK-NOT: measured
// CHECK: irregular.c:[[#@LINE+16]]:1: remark: parallel loop 'i' (1 thread
//
// Without places there is nothing to find the loop by: that is said, and does no harm.
// RUN: env PMECACHE_INSTRUMENT=irregular %clang -fopenmp %load %s %runtime -o %t.exe 2>&1 | %FileCheck --check-prefix=WITHOUT-G %s
// WITHOUT-G: warning: -pmecache-instrument=irregular: {{.*}}irregular.c: compiled without -g: the next compile will not find the loops
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe | diff - %t.traced
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) void gather(int n, const int *index, const double *from, double *to) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++)
    to[i] = from[index[i]];
}

__attribute__((noinline)) void scale(int n, double *values) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++)
    values[i] *= 2;
}

int main(void) {
  int n = 100000;
  int *index = malloc(n * sizeof *index);
  double *from = malloc(n * sizeof *from), *to = malloc(n * sizeof *to);
  for (int i = 0; i < n; i++) {
    index[i] = (int)(i * 7919L % n);
    from[i] = i;
  }
  gather(n, index, from, to);
  gather(n, index, from, to);
  scale(n, to);
  printf("%g %g\n", to[1], to[n - 1]);
  return 0;
}
