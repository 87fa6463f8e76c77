// Sets that are followed, and sets that a sample of references is looked at in: what SDCM cannot know. One line of each of 16 pages: with 64 sets all of them fall into one
// set, more than its 8 ways; of 512 sets they use eight, two lines each.
//
// RUN: env PMECACHE_MACHINE='cores=1;L1=32K,8,64;L2=256K,8,64;L3=64K,1024,64' %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env PMECACHE_SETS=64x8,512x8 OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %FileCheck %s < %t.pmeprof
// RUN: %pmecache profile predict %t.pmeprof --machine 'cores=1;L1=32K,8,64;L2=256K,8,64' --json | %FileCheck --check-prefix=EXACT %s
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof PMECACHE_TRACE_OUT=%t.trace %t.exe
// RUN: %FileCheck --check-prefix=DEFAULT %s < %t.pmeprof
// RUN: %pmecache profile predict %t.pmeprof --machine 'cores=1;L1=32K,8,64;L2=256K,8,64' | %FileCheck --check-prefix=SAMPLE %s
// RUN: %pmecache profile merge %t.trace -o %t.replayed
// RUN: cmp %t.pmeprof %t.replayed
// RUN: env OMP_NUM_THREADS=1 PMECACHE_SETS=off PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %pmecache profile predict %t.pmeprof --machine 'cores=1;L1=32K,8,64;L2=256K,8,64' --json | %FileCheck --check-prefix=SDCM %s
// RUN: env PMECACHE_SETS=64x8,512 OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe 2>&1 | %FileCheck --check-prefix=WRONG %s
// RUN: %pmecache machine show corei7 | %FileCheck --check-prefix=SHOW %s
//
// 16 lines, 100 times; two accesses of each line, the second of which is next to the first.
// CHECK: geometry 0 sets 64 ways 8
// CHECK: geometry 1 sets 512 ways 8
// CHECK: hits reference [[READ:[0-9]+]] thread 0 geometry 0 total 1600 depths 0 0 0 0 0 0 0 0
// CHECK: hits reference [[READ]] thread 0 geometry 1 total 1600 depths 0 1584 0 0 0 0 0 0
// CHECK: hits reference [[WRITE:[0-9]+]] thread 0 geometry 0 total 1600 depths 1600 0 0 0 0 0 0 0
// CHECK: hits reference [[WRITE]] thread 0 geometry 1 total 1600 depths 1600 0 0 0 0 0 0 0
//
// EXACT: "misses": 1600,
// EXACT: "precision": "exact"
// EXACT: "misses": 16,
// EXACT: "precision": "exact"
// SDCM-NOT: "misses": 1600,
// SDCM: "precision": "estimate"
// DEFAULT: geometry 0 sets 64 ways 8 sampled
// DEFAULT-NEXT: geometry 1 sets 512 ways 8 sampled
// DEFAULT-NEXT: function
// DEFAULT: sampled reference [[READ:[0-9]+]] thread 0 geometry 0 hits 0 expected 1584 variance 0
// DEFAULT-NEXT: sampled reference [[READ]] thread 0 geometry 1 hits [[ALL:[0-9]+]] expected [[ALL]] variance 0
//
// SAMPLE: L1 private x1 {{.*}} 50% {{.*}} estimate
// SAMPLE: L1 {{ *}}50% {{ *}}0.50% {{ *}}0.50% {{ *}}set conflict
// SAMPLE: set conflict: {{.*}} at {{.*}} misses L1 {{.*}} times more
// WRONG: pmecache: warning: PMECACHE_SETS: expected off or up to 8 times SETSxWAYS, as in 64x8,512x8, found '64x8,512'; no sets are followed
// SHOW: sets: PMECACHE_SETS=64x8,512x8,8192x16
static _Alignas(1 << 20) char pages[16][4096];

__attribute__((noinline)) static void kernel(int rounds) {
#pragma omp parallel for
  for (int t = 0; t < 1; t++)
    for (int r = 0; r < rounds; r++)
      for (int i = 0; i < 16; i++)
        pages[i][0]++;
}

int main(void) {
  kernel(100);
  return 0;
}
