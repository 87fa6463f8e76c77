// A run that does not come to the code that was instrumented, or to no iteration of it: each command says so.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof PMECACHE_TRACE_OUT=%t.trace %t.exe
// RUN: not %pmecache profile predict %t.pmeprof --machine corei7 2>&1 | %FileCheck --check-prefix=EMPTY %s
// EMPTY: the profile is empty: no code that was instrumented has run; of code that is in no OpenMP loop -pmecache-instrument=program measures
// RUN: not %pmecache profile predict %t.pmeprof --machine corei7 --threads 4 2>&1 | %FileCheck --check-prefix=TEAM %s
// TEAM: error: the profile is empty: no code that was instrumented has run, or no loop in it had an iteration
// RUN: not %pmecache mimic %t.trace --machine corei7 2>&1 | %FileCheck --check-prefix=TRACE %s
// TRACE: error: the trace has no references: no code that was instrumented has run, or no loop in it had an iteration
//
// Values alone are said to be that.
// RUN: %instrument -pmecache-instrument=values %s %runtime -o %t.values
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.values.pmeprof %t.values some
// RUN: not %pmecache profile predict %t.values.pmeprof --machine corei7 2>&1 | %FileCheck --check-prefix=VALUES %s
// VALUES: the profile has values alone; -pmecache-instrument=irregular or all measures reuse distances
//
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.none %t.exe none
// RUN: not %pmecache profile predict %t.none --machine corei7 --time 2>&1 | %FileCheck --check-prefix=NONE %s
// NONE: the instrumented run never came here; profile a run that does
static double to[100];
static int at[100];

__attribute__((noinline)) void scatter(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    to[at[i]] = i;
}

int main(int argc, char **argv) {
  (void)argv;
  if (argc > 1)
    scatter(0);
  return 0;
}
