// A trace gives the profile that the run left itself, whatever the team.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_SAMPLE=exact PMECACHE_TRACE_OUT=%t.1.trace PMECACHE_PROFILE_OUT=%t.1.pmeprof %t.exe
// RUN: %pmecache profile merge %t.1.pmeprof -o %t.measured
// RUN: env PMECACHE_SAMPLE=exact %pmecache profile merge %t.1.trace -o %t.replayed
// RUN: diff %t.measured %t.replayed
// RUN: env OMP_NUM_THREADS=3 PMECACHE_SAMPLE=exact PMECACHE_TRACE_OUT=%t.3.trace PMECACHE_PROFILE_OUT=%t.3.pmeprof %t.exe
// RUN: %pmecache profile merge %t.3.pmeprof -o %t.measured
// RUN: env PMECACHE_SAMPLE=exact %pmecache profile merge %t.3.trace -o %t.replayed
// RUN: diff %t.measured %t.replayed
//
// The same with the sampler, and with sets that are followed.
// RUN: env OMP_NUM_THREADS=2 PMECACHE_SETS=64x8 PMECACHE_TRACE_OUT=%t.2.trace PMECACHE_PROFILE_OUT=%t.2.pmeprof %t.exe
// RUN: %pmecache profile merge %t.2.pmeprof -o %t.measured
// RUN: env PMECACHE_SETS=64x8 %pmecache profile merge %t.2.trace -o %t.replayed
// RUN: diff %t.measured %t.replayed
//
// It can be dealt out to other teams; that of three threads gives the same as that of one. (The first level has
// conflicts with the stack, which lies elsewhere in each run.)
// RUN: %pmecache mimic %t.1.trace --machine corei7 --threads 1,2,4 --schedule static,3 | grep -v L1 > %t.dealt
// RUN: %pmecache mimic %t.3.trace --machine corei7 --threads 1,2,4 --schedule static,3 | grep -v L1 | diff - %t.dealt
// RUN: %pmecache mimic %t.1.trace --machine corei7 --threads 1,2,4 | %FileCheck %s
// RUN: %pmecache profile predict %t.1.trace --machine corei7 --threads 1,2,4 | %FileCheck %s
// RUN: %pmecache profile show %t.1.trace | %FileCheck --check-prefix=SHOW %s
//
// `a` has 512 lines, `once` 8, `shared` one. `own`, 32 lines, lies on the stack: each thread has one of its own. What
// single does is done once. (The 258th access of a thread is the list of what is reduced,
// which lies where `own` was.)
//
// CHECK: method: mimic
// CHECK: 1 L1 1 8578
// CHECK: 1 L3 1 8578 553
// CHECK: 2 L1 2 8836
// CHECK: 2 L3 1 8836 585
// CHECK: 4 L1 4 9352
// CHECK: 4 L3 1 9352 649
// SHOW: kernel
static _Alignas(64) double a[4096], once[64];
static _Alignas(64) double shared;

__attribute__((noinline)) double kernel(int n) {
  double sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    _Alignas(64) volatile double own[256];
    for (int i = 0; i < 256; i++)
      own[i] = i;
    sum += shared;
#pragma omp single
    for (int i = 0; i < 64; i++)
      once[i] += i;
#pragma omp for schedule(dynamic, 8)
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp for collapse(2) nowait
    for (int i = 0; i < 64; i++)
      for (int j = 0; j < n / 64; j++)
        if (j % 64 < 64)
          sum += a[i * 64 + j];
  }
  return sum;
}

int main(void) { return kernel(4096) > 0 ? 0 : 1; }
