// One line at the border of two threads, in each of a thousand executions, is most of what the loop misses, and nothing
// beside starting the team: no word of it, and no advice.
// RUN: env PMECACHE_MACHINE='cores=2;L1=64K,8,64;L2=1M,8,64;L3=32M,16,64,shared=2' %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s --implicit-check-not='other threads wrote' --implicit-check-not='use schedule'
__attribute__((aligned(64))) double s[8008];

// CHECK: few-lost-lines.c:[[#@LINE+3]]:1: remark: parallel loop 'i' (2 threads, static): {{.*}} costs most, with about {{[0-9.]+K?}} misses
void increment(void) {
  for (int t = 0; t < 1000; t++)
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 8000; i++)
      s[i + 4] += 1;
}
