// The arms of a comparison of floating-point numbers are predicted one by one, and each calls `n` by the line where it
// meets it first. The run recorded it by the name that the function as a whole has for it, that of the first arm.
//
// RUN: %instrument -pmecache-instrument=values %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=2 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -g -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
//
// CHECK-NOT: is not known
// CHECK-NOT: for every
// CHECK-DAG: two-ways.c:25:1: remark: parallel loop 'i' (2 threads, static): L3 costs most, with about 251 misses (6.3% of 4000 accesses)
// CHECK-DAG: two-ways.c:29:1: remark: parallel loop 'i' (2 threads, static): L3 costs most, with about 376 misses (6.3% of 6000 accesses)
#include <stdlib.h>

struct vector {
  int rows;
  double *values;
};

__attribute__((noinline)) void set(int n, struct vector *x, double value) {
  if (n > 0)
    x->rows = n;
  else
    n = x->rows;
  if (value == 0.0) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x->values[i] = 0.0;
  } else {
#pragma omp parallel for
    for (int i = 0; i < 1000 + n; i++)
      x->values[i] = value;
  }
}

int main(void) {
  struct vector x = {2000, calloc(10000, 8)};
  set(2000, &x, 0);
  set(0, &x, 1);
  return x.values[3] != 1;
}
