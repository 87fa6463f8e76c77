// Compile, run, compile: sizes that only the run knows turn into a prediction. Each kind of place that a size comes
// from: an argument, a member read in a loop, a variable of the module, a local variable of main.
//
// RUN: %instrument -pmecache-instrument=values %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe > %t.measured
// RUN: %clang -O2 -g -fopenmp %s -o %t.plain
// RUN: env OMP_NUM_THREADS=2 %t.plain > %t.usual
// RUN: diff %t.measured %t.usual
// RUN: env %corei7 OMP_NUM_THREADS=4 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -Rpass=cache -Rpass-missed=cache -Rpass-analysis=cache 2>&1 | %FileCheck %s
//
// The same numbers come out when the values are given by hand.
// RUN: env %corei7 OMP_NUM_THREADS=4 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -Rpass=cache 2> %t.from-run
// RUN: env %corei7 OMP_NUM_THREADS=4 PMECACHE_PARAMS=n=300,m=64,g-\>rows=300,g-\>cols=64,width=64 %remarks -O2 -Rpass=cache 2> %t.by-hand
// Given values are all said, of measured ones the first few.
// RUN: sed "s/; for n = .*//" %t.from-run > %t.from-run.numbers
// RUN: sed "s/; for n = .*//" %t.by-hand > %t.by-hand.numbers
// RUN: diff %t.from-run.numbers %t.by-hand.numbers
// RUN: %FileCheck --check-prefix=GIVEN %s < %t.by-hand
// GIVEN: ; for n = 300, m = 64, g->rows = 300, g->cols = 64, width = 64 [
//
// The instrumented program may have been built without -g and places: then it calls `n` arg1.
// RUN: %clang -O2 -fopenmp %load_options -mllvm -pmecache-instrument=values %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %FileCheck --check-prefix=PLAIN %s < %t.pmeprof
// RUN: env %corei7 OMP_NUM_THREADS=4 PMECACHE_PROFILE=%t.pmeprof %clang -O2 -fopenmp %load -emit-llvm -c -o /dev/null -Rpass=cache -Rpass-analysis=cache %s 2>&1 | %FileCheck %s
//
// PLAIN: name "arg1" value 300
//
// CHECK-NOT: unknown-parameter
// CHECK-NOT: warning
#include <stdio.h>
#include <stdlib.h>

struct grid {
  int rows, cols;
  double *cells;
};
int width;

__attribute__((noinline)) double kernel(int n, int m, const double *a, double *b, struct grid *g) {
  double total = 0;
// CHECK: values.c:[[#@LINE+1]]:1: remark: {{.*}} L1
#pragma omp parallel for schedule(static)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i * m + j] = a[i * m + j - 1] + a[i * m + j + 1] + a[(i - 1) * m + j];
// CHECK: values.c:[[#@LINE+1]]:1: remark: {{.*}} L1
#pragma omp parallel for
  for (int r = 0; r < g->rows; r++)
    for (int c = 0; c < g->cols; c++)
      g->cells[r * width + c] += 1;
  for (int i = 0; i < n; i++)
    total += b[i * m];
  return total;
}
// CHECK-DAG: n = 300 (measured, values.c.tmp.pmeprof)
// CHECK-DAG: m = 64 (measured, values.c.tmp.pmeprof)
// CHECK-DAG: g->rows = 300 (measured, values.c.tmp.pmeprof)
// CHECK-DAG: g->cols = 64 (measured, values.c.tmp.pmeprof)
// CHECK-DAG: width = 64 (measured, values.c.tmp.pmeprof)

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 300, m = 64;
  if (argc > 2)
    m = atoi(argv[2]);
  struct grid g = {n, m, calloc((size_t)n * m, 8)};
  double *a = calloc((size_t)n * m, 8), *b = calloc((size_t)n * m, 8);
  width = m;
  for (int i = 0; i < n * m; i++)
    a[i] = i % 17;
  double total = 0;
  for (int r = 0; r < 10; r++)
    total += kernel(n, m, a, b, &g);
  printf("%g %g\n", total, g.cells[3]);
  return 0;
}
