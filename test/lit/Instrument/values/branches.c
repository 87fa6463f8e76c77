// A branch that data decide is counted as always taken, and that is said, until a run has told how often it is: then the
// numbers are those of the run, or the model's where the branch was always taken indeed. Of another size the run says
// nothing.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_SAMPLE=exact PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %instrument -pmecache-instrument=values %s %runtime -o %t.values.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.values.pmeprof %t.values.exe
//
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_JSON=%t.json PMECACHE_PROFILE=%t.pmeprof %clang -O2 -g -fopenmp %load -Rpass=pmecache -c %s -o /dev/null 2>&1 | %FileCheck --check-prefix=RUN-TELLS %s
// RUN: %pmecache report %t.json | %FileCheck --check-prefix=TOTALS %s
// RUN: %FileCheck --check-prefix=JSON %s < %t.json
//
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_JSON=%t.values.json PMECACHE_PROFILE=%t.values.pmeprof %clang -O2 -g -fopenmp %load -Rpass=pmecache -c %s -o /dev/null 2>&1 | %FileCheck --check-prefix=MODEL %s
// RUN: %pmecache report %t.values.json | %FileCheck --check-prefix=SUPPOSED %s
//
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_PARAMS=n=4000 PMECACHE_PROFILE=%t.pmeprof %clang -O2 -g -fopenmp %load -Rpass=pmecache -c %s -o /dev/null 2>&1 | %FileCheck --check-prefix=OTHER %s
#include <stdlib.h>

__attribute__((noinline)) static void rarely(int n, const double *now, const double *other, double *to) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (now[8 * i] > 0)
      to[8 * i] = other[8 * i];
}

__attribute__((noinline)) static void always(int n, const double *now, double *to) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (now[8 * i] < 5)
      to[8 * i] = 1;
}

__attribute__((noinline)) static void never(int n, const double *now, double *to) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (now[8 * i] > 5)
      to[8 * i] = 1;
}

int main(void) {
  int n = 1000;
  double *now = calloc(8 * n, sizeof *now), *other = calloc(8 * n, sizeof *other), *to = calloc(8 * n, sizeof *to);
  for (int i = 0; i < n; i += 10)
    now[8 * i] = 1;
  rarely(n, now, other, to);
  always(n, now, to);
  never(n, now, to);
  return to[8] != 1;
}

// RUN-TELLS: parallel loop 'i' (1 thread, static) measured at n = 1000: {{.*}} of 1200 accesses
// RUN-TELLS: parallel loop 'i' (1 thread, static): {{.*}} of 2000 accesses)
// RUN-TELLS-NOT: branches on
// RUN-TELLS: parallel loop 'i' (1 thread, static) measured at n = 1000: {{.*}} of 1000 accesses
// TOTALS: Totals
// TOTALS-NOT: branches on
// TOTALS: L1 {{ *}}4200
// JSON-NOT: supposed_accesses
// JSON-NOT: branch-taken
// MODEL: parallel loop 'i' (1 thread, static): {{.*}} of 3000 accesses){{.*}}; branches on data are counted as always taken
// MODEL: of 2000 accesses){{.*}}; branches on data
// MODEL: of 2000 accesses){{.*}}; branches on data
// SUPPOSED: In loops with 7000 of the accesses (100%) branches on data are counted as always taken: a run of --instrument all, with this team, tells
// OTHER: of 12K accesses){{.*}}; branches on data
