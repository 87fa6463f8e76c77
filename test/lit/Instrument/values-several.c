// A function that is called with different sizes is answered for the most frequent one, and the answer says so.
//
// RUN: %instrument -pmecache-instrument=values %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=4 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -Rpass=cache -Rpass-analysis=cache 2>&1 | %FileCheck %s
//
// What the user gives wins.
// RUN: env %corei7 OMP_NUM_THREADS=4 PMECACHE_PARAMS=n=77 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -Rpass=cache -Rpass-analysis=cache 2>&1 | %FileCheck --check-prefix=GIVEN %s
//
// Of values that are as frequent it is the largest, for each symbol: both are those of the same call.
// RUN: %instrument -pmecache-instrument=values -DTWICE %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=4 PMECACHE_PROFILE=%t.pmeprof %remarks -DTWICE -O2 -Rpass=cache -Rpass-analysis=cache 2>&1 | %FileCheck --check-prefix=TWICE %s
//
// TWICE-DAG: n = 700 (measured, values-several.c.tmp.pmeprof: 1 of 2 times)
// TWICE-DAG: m = 3 (measured, values-several.c.tmp.pmeprof: 1 of 2 times)
//
// What the run cannot do is said.
// RUN: env PMECACHE_SAMPLE=1.5 OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe 2>&1 | %FileCheck --check-prefix=ASKED %s
//
// ASKED: pmecache: warning: PMECACHE_SAMPLE: expected exact, hybrid or a share as 0.1, found '1.5'; hybrid is used
//
// CHECK: n = 500 (measured, values-several.c.tmp.pmeprof: 3 of 22 times)
// GIVEN: n = 77 (given)
static double a[3000];

__attribute__((noinline)) void scale(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] *= 2;
}

#ifdef TWICE
__attribute__((noinline)) void scale_rows(int n, int m) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i + j * 700] *= 2;
}
#endif

int main(void) {
#ifdef TWICE
  scale_rows(700, 3);
  scale_rows(2, 1);
#endif
  for (int n = 1; n < 20; n++) // more values than are told apart
    scale(n);
  for (int r = 0; r < 3; r++)
    scale(500);
  return 0;
}
