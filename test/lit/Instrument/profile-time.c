// A profile tells how long loops take: nearly as the trace of the same run does, also of a larger input. The next compile has the same time, of one call.
//
// RUN: env PMECACHE_MACHINE=corei7 %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_TRACE_OUT=%t.trace PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe 4000
// RUN: %pmecache profile predict %t.pmeprof --machine corei7 --time | %FileCheck %s
// CHECK: all in ms
// CHECK: profile-time.c:[[#@LINE+30]] {{ *[0-9.]+ +[0-9.]+ +[0-9.]+}}
// RUN: %pmecache profile predict %t.pmeprof --machine corei7 --time --threads 1 --json > %t.json
// RUN: %pmecache profile predict %t.trace --machine corei7 --time --threads 1 --json > %t.trace.json
// RUN: python3 %S/Inputs/same_time.py %t.json %t.trace.json 0.8 1.25
// RUN: %pmecache profile predict %t.pmeprof --machine corei7 --time --threads 4 --json > %t.four.json
// RUN: python3 %S/Inputs/same_time.py %t.json %t.four.json 2 4
// RUN: env PMECACHE_MACHINE=corei7 PMECACHE_THREADS=1 PMECACHE_JSON=%t.compile.json PMECACHE_PROFILE=%t.pmeprof %clang -O2 -g -fopenmp %load -c %s -o /dev/null
// RUN: python3 %S/Inputs/same_time.py %t.json %t.compile.json 2.999 3.001
//
// Eight times as much takes about eight times as long.
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.half %t.exe 2000
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.third %t.exe 3000
// RUN: %pmecache profile scale %t.half %t.third %t.pmeprof --sizes 2000,3000,4000 --to 32000 --machine corei7 --time --force --json > %t.large.json
// RUN: python3 %S/Inputs/same_time.py %t.large.json %t.json 6 12
//
// Without latencies, and of a profile without these counts, it is said what to do.
// RUN: not %pmecache profile predict %t.pmeprof --machine "cores=2;L1=32K,8,64" --time 2>&1 | %FileCheck --check-prefix=COSTS %s
// COSTS: times need a machine with latencies of all its levels: pmecache machine calibrate measures
// RUN: grep -v "^course" %t.pmeprof > %t.old
// RUN: not %pmecache profile predict %t.old --machine corei7 --time 2>&1 | %FileCheck --check-prefix=OLD %s
// OLD: no time: the profile does not know what its loops compute; make it again
// RUN: not %pmecache profile scale %t.half %t.pmeprof --sizes 2000,4000 --to 8000 --time -o %t.scaled 2>&1 | %FileCheck --check-prefix=SCALE %s
// SCALE: scale --time needs --machine
#include <stdlib.h>

enum { MOST = 4000 };
static double from[MOST], to[MOST];
static int at[MOST];

__attribute__((noinline)) void gather(int n) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 4; k++)
      to[i] += from[at[(i + k * 7) % n]];
}

__attribute__((noinline)) void fill(int n) {
  for (int i = 0; i < n; i++)
    at[i] = (int)((unsigned)i * 40503u >> 3) % n;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : MOST;
  fill(n);
  for (int call = 0; call < 3; call++)
    gather(n);
  return 0;
}
