// A size that never ran: the remark says so, and from which runs its numbers are.
//
// RUN: %instrument -pmecache-instrument=irregular %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.1 %t.exe 1000
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.2 %t.exe 2000
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.4 %t.exe 4000
// RUN: %pmecache profile scale %t.4 %t.1 %t.2 --by n --to 8000 --machine corei7 -o %t.8 --json > /dev/null
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_PROFILE=%t.8 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s
//
// CHECK: scaled.c:[[#@LINE+6]]:1: remark: parallel loop 'i' (1 thread, static) at n = 8000, scaled from runs at n = 1000, 2000, 4000:
// CHECK-SAME: {{.*}}L3 {{.*}} misses
// CHECK-NOT: measured
#include <stdlib.h>

__attribute__((noinline)) void gather(int n, const int *index, const double *from, double *to) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++)
    to[i] = from[index[i]];
}

int main(int count, char **arguments) {
  int n = count > 1 ? atoi(arguments[1]) : 0;
  int *index = malloc(n * sizeof *index);
  double *from = malloc(n * sizeof *from), *to = malloc(n * sizeof *to);
  for (int i = 0; i < n; i++) {
    index[i] = n - 1 - i;
    from[i] = i;
  }
  gather(n, index, from, to);
  return to[1] < 0;
}
