// What docs/user/ccache.md says: options behind -mllvm are in the key of the cache, variables are not; a document is
// written when the compiler runs.
// REQUIRES: ccache
// RUN: rm -rf %t && mkdir %t && cp %s %t/kernel.c && touch %t/m.machine
// RUN: cd %t && %cached -mllvm -pmecache-default-threads=2 2>&1 | %FileCheck %s --check-prefix=TWO
// RUN: cd %t && %cached -mllvm -pmecache-default-threads=4 2>&1 | %FileCheck %s --check-prefix=FOUR
// RUN: cd %t && %cached -mllvm -pmecache-default-threads=2 2>&1 | %FileCheck %s --check-prefix=TWO
// RUN: cd %t && env CCACHE_DIR=%t/cache ccache --print-stats | grep cache_hit | %FileCheck %s --check-prefix=HIT
// RUN: cd %t && env CCACHE_RECACHE=1 PMECACHE_JSON=%t/a.json %cached -mllvm -pmecache-default-threads=2 2>&1 | %FileCheck %s --check-prefix=TWO
// RUN: ls %t/a.json
// RUN: cd %t && echo 'cores=1;L1=1K,2,64' > m.machine && %cached -mllvm -pmecache-machine=file:m.machine 2>&1 | %FileCheck %s --check-prefix=ONE
// RUN: cd %t && echo 'cores=3;L1=1K,2,64' > m.machine && %cached -mllvm -pmecache-machine=file:m.machine 2>&1 | %FileCheck %s --check-prefix=THREE
double x[1024];

void kernel(void) {
#pragma omp parallel for
  for (int i = 0; i < 1024; i++)
    x[i] = 1;
}

// TWO: (2 threads, static)
// FOUR: (4 threads, static)
// ONE: (1 thread, static)
// THREE: (3 threads, static)
// HIT: direct_cache_hit{{.*}}1
