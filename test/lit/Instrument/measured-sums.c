// The totals of a function hold what a run has measured of a loop in place of all that the model had in them of it: bounds
// of what data choose never were.
//
// RUN: %instrument -pmecache-instrument=irregular %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_SAMPLE=exact PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_JSON=%t.json PMECACHE_PROFILE=%t.pmeprof %clang -O2 -g -fopenmp %load -c %s -o /dev/null
// RUN: python3 %S/Inputs/function_sums.py %t.json
#include <stdlib.h>
enum { N = 1000, PER = 8 };
static int column[N * PER];
static double a[N * PER], x[N], y[N];

__attribute__((noinline)) void product(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int k = 0; k < PER; k++)
      y[i] += a[PER * i + k] * x[column[PER * i + k]];
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    y[i] *= 2;
}

int main(void) {
  for (int i = 0; i < N * PER; i++)
    column[i] = rand() % N;
  for (int call = 0; call < 4; call++)
    product();
  return y[3] != 0;
}
