// A loop that is measured, for it reads where data choose, and writes where it is modelled: a run has the misses of each
// thread by itself, so what threads take from each other is said beside them, with what ends it.
//
// RUN: %instrument -pmecache-instrument=irregular %s %runtime -o %t.exe
// RUN: env PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s
#include <stdlib.h>

enum { N = 100000 };
static int key[N];
static double from[N], to[N];

// CHECK: false-sharing.c:[[#@LINE+3]]:1: remark: parallel loop 'i' (2 threads, static,1) measured at n = 100000:
// CHECK-SAME: beside them, which no single thread sees, about {{[0-9]+}}K misses of L{{[12]}} in an execution are lines that other threads wrote, most by false sharing: writing 'to' (false-sharing.c:[[#@LINE+4]]:11); chunks of 8 or more iterations end most of that
__attribute__((noinline)) void gather(int n) {
#pragma omp parallel for schedule(static, 1) num_threads(2)
  for (int i = 0; i < n; i++)
    to[i] = 2 * from[key[i]];
}

int main(void) {
  for (int i = 0; i < N; i++)
    key[i] = rand() % N;
  gather(N);
  return to[7] > 1;
}
