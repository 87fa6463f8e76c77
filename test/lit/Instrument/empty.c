// A run that comes through nothing, loops that it does not come to, and more threads than a profile has room for: each is
// said, and the rest is answered.
//
// RUN: %instrument -pmecache-instrument=irregular %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck --check-prefix=NOTHING %s
// RUN: %not %pmecache profile predict %t.pmeprof --machine corei7 2>&1 | %FileCheck --check-prefix=NO-DISTANCES %s
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe one
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
// RUN: %pmecache profile predict %t.pmeprof --machine corei7 | %FileCheck --check-prefix=PREDICT %s
//
// NOTHING: warning: -pmecache-profile: {{.*}}: the run came through nothing that was instrumented
// NOTHING-NOT: measured at
// NO-DISTANCES: the profile is empty: no code that was instrumented has run
//
// CHECK-NOT: warning
// CHECK: empty.c:[[#@LINE+12]]:1: remark: parallel loop 'i' (1 thread, static) measured at n = 8:
// CHECK: empty.c:[[#@LINE+17]]:1: remark: parallel loop 'i': the instrumented run never came here; profile a run that does [-Rpass-missed=pmecache]
// PREDICT: parallel loop
// PREDICT: L1 {{.*}} 24
// PREDICT: other
// PREDICT: the instrumented run never came here
#include <stddef.h>

static int at[8];
static double x[8];

__attribute__((noinline)) void kernel(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[at[i]] += 1;
}

__attribute__((noinline)) void other(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[(i * i) % 7] = 2;
}

int main(int count, char **words) {
  if (count > 1)
    kernel(8);
  if (count > 2)
    other(8);
  return 0;
}
