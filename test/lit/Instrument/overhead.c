// A run that is to take at most so many times as long as without measuring, and one that says how far it has come.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_OVERHEAD=1.2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %FileCheck %s < %t.pmeprof
// RUN: env OMP_NUM_THREADS=2 PMECACHE_OVERHEAD=1000 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %FileCheck --check-prefix=ALL %s < %t.pmeprof
// RUN: env OMP_NUM_THREADS=2 PMECACHE_OVERHEAD=much PMECACHE_PROGRESS=often PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe 2>&1 | %FileCheck --check-prefix=WRONG %s
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROGRESS=0.000001 PMECACHE_PROFILE_OUT=%t.pmeprof PMECACHE_TRACE_OUT=%t.trace %t.exe 2>&1 | %FileCheck --check-prefix=PROGRESS %s
//
// What is executed is counted as a whole, what is measured is a share of it; none of the first burst's references is
// cold because of a gap. Behind a gap it is said how near and how far lines that were seen once in a burst may be.
// CHECK: run version 1 line 64 sampling exact window 0 sample 0 threads 2 rate 0.{{[0-9]+}}
// CHECK: stream reference 0 thread 0 accesses 6000000 total {{[0-9]+}} cold
// CHECK-NEXT: nearest reference 0 thread 0 total {{[0-9]+}} cold 0
// CHECK-NEXT: farthest reference 0 thread 0 total {{[0-9]+}} cold {{[1-9]}}
// ALL: run version 1 line 64 sampling exact window 0 sample 0 threads 2 rate 1
// ALL: stream reference 0 thread 0 accesses 6000000 total 6000000 cold 2048 far 0
// ALL-NOT: nearest
// WRONG: pmecache: warning: PMECACHE_OVERHEAD: expected a number from 1.1 to 1000, found 'much'; not used
// WRONG: pmecache: warning: PMECACHE_PROGRESS: expected seconds, as in 10, found 'often'; not used
// PROGRESS: pmecache: {{[0-9.]+}} s: {{[0-9.]+}} million words of records, trace {{[0-9.]+}} MB, {{[0-9.]+}} MB a minute
enum { ENTRIES = 1 << 14, KEYS = 12000000 };
static _Alignas(64) double table[2][ENTRIES];

__attribute__((noinline)) void kernel(int keys) {
#pragma omp parallel for schedule(static)
  for (int t = 0; t < 2; t++) {
    unsigned key = 1;
    for (int i = 0; i < keys / 2; i++) {
      key = key * 1664525u + 1013904223u;
      table[t][key >> 18] += 1;
    }
  }
}

int main(void) {
  kernel(KEYS);
  return 0;
}
