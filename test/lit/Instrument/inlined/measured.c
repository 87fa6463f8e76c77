// A function whose loops the model knows in part is inlined where it is called: what a run has measured of its loops stands
// in the caller's numbers, too, for each of the calls. So a report, which counts loops of callers alone, has all of them.
//
// RUN: %instrument -pmecache-instrument=irregular %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_SAMPLE=exact PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_JSON=%t.json PMECACHE_PROFILE=%t.pmeprof PMECACHE_ADVISE=off %clang -O2 -g -fopenmp %load -c %s -o /dev/null
// RUN: %pmecache report %t.json | %FileCheck %s
// RUN: %FileCheck --check-prefix=LOOPS %s < %t.json
//
// Twelve calls: 12 * 1000 rows, of which each reads its borders, and 8 elements, six words each; 10,002
// in main.
// CHECK: 1 unit, 2 parallel loops: 2 with numbers
// CHECK: measured.c:29:1:{{.*}}100%  L1 21K,{{.*}} i in main
// CHECK-NOT: only a part is counted
// CHECK: Calls that are inlined are counted in their callers alone (1 function).
// CHECK-NOT: Not counted
// CHECK: L1{{ *}}610K
// CHECK: main
//
// LOOPS: "name": "main"
// LOOPS: "measured": {
// LOOPS-NEXT: "threads": 1
// LOOPS: "measured": {
#include <stdlib.h>

enum { N = 1000, PER = 8 };

static void product(const int *start, const int *column, const double *a, const double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int k = start[i]; k < start[i + 1]; k++)
      y[i] += a[k] * x[column[k]];
}

int main(void) {
  int *start = malloc((N + 1) * sizeof *start), *column = malloc(N * PER * sizeof *column);
  double *a = calloc(N * PER, sizeof *a), *x = calloc(N, sizeof *x), *y = calloc(N, sizeof *y);
  for (int i = 0; i <= N; i++)
    start[i] = i * PER;
  for (int i = 0; i < N * PER; i++)
    column[i] = rand() % N;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    x[i] = i;
  for (int round = 0; round < 3; round++) {
    product(start, column, a, x, y);
    product(start, column, a, y, x);
    for (int again = 0; again < 2; again++)
      product(start, column, a, x, y);
  }
  return y[3] != 0;
}
