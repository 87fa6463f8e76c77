// What a run has measured stands in the document where the model's numbers stand, for one call of the function in the
// mean, and the function says how often it was called: a report ranks measured loops with the others.
//
// RUN: %instrument -pmecache-instrument=irregular %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_SAMPLE=exact PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_JSON=%t.json PMECACHE_PROFILE=%t.pmeprof %clang -O2 -g -fopenmp %load -c %s -o /dev/null
// RUN: %FileCheck %s < %t.json
// RUN: %pmecache report %t.json | %FileCheck --check-prefix=REPORT %s
//
// Where the machine has latencies, a measured loop has a time as the others have.
// RUN: env PMECACHE_MACHINE=corei7 OMP_NUM_THREADS=1 PMECACHE_JSON=%t.time.json PMECACHE_PROFILE=%t.pmeprof %clang -O2 -g -fopenmp %load -c %s -o /dev/null
// RUN: %FileCheck --check-prefix=TIME %s < %t.time.json
// RUN: %pmecache report %t.time.json | %FileCheck --check-prefix=RANKED %s
#include <stdlib.h>

__attribute__((noinline)) void product(int n, const int *start, const int *column, const double *a, const double *x,
                                       double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = start[i]; k < start[i + 1]; k++)
      y[i] += a[k] * x[column[k]];
}

__attribute__((noinline)) void unused(int n, const int *column, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[column[i]] = i;
}

/* No symbol tells how often it is called. */
static double grid[4096];
__attribute__((noinline)) void halve(void) {
#pragma omp parallel for
  for (int i = 0; i < 4096; i++)
    grid[i] /= 2;
}

int main(int argc, char **argv) {
  enum { N = 1000, PER = 8 };
  int *start = malloc((N + 1) * sizeof *start), *column = malloc(N * PER * sizeof *column);
  double *a = calloc(N * PER, sizeof *a), *x = calloc(N, sizeof *x), *y = calloc(N, sizeof *y);
  for (int i = 0; i <= N; i++)
    start[i] = i * PER;
  for (int i = 0; i < N * PER; i++)
    column[i] = rand() % N;
  for (int call = 0; call < 4; call++)
    product(N, start, column, a, x, y);
  for (int call = 0; call < 7; call++)
    halve();
  if (argc > 1)
    unused(N, column, x);
  return y[3] != 0;
}

// CHECK: "name": "product"
// CHECK: "trip_count": 1000,
// CHECK-NEXT: "executions": 1,
// CHECK-NEXT: "status": "modelled",
// CHECK: "name": "L1",
// CHECK-NEXT: "scope": "private",
// CHECK-NEXT: "instances": 1,
// CHECK-NEXT: "accesses": 50000,
// CHECK: "engine": "profile"
// CHECK: "array": "x",
// CHECK: "modelled": true,
// CHECK: "accesses": 8000,
// CHECK: "engine": "profile"
// CHECK: "measured": {
// CHECK-NEXT: "threads": 1,
// CHECK-NEXT: "at": "n = 1000"
// CHECK: "accesses": 50000,
// CHECK: "weight": {
// CHECK-NEXT: "calls": 4,
// CHECK-NEXT: "from": "{{.*}}.pmeprof"
// CHECK: "name": "unused"
// CHECK: "not_run": true
// CHECK: "weight": {
// CHECK-NEXT: "calls": 0,
// CHECK: "name": "halve"
// CHECK: "weight": {
// CHECK-NEXT: "calls": 7,
// REPORT: 1 unit, 3 parallel loops: 2 with numbers
// REPORT: one-prediction.c:18:1: {{.*}} i in product{{$}}
// TIME: "name": "product"
// TIME: "measured": {
// TIME: "time_now": {
// TIME-NEXT: "cycles": [[CYCLES:[1-9][0-9]+]]
// RANKED: one-prediction.c:18:1: {{.* us .*%.*}} i in product{{$}}
