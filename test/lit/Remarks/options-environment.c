// What the environment sets: team, schedule, values of symbols.
// RUN: env %corei7 PMECACHE_THREADS=2 PMECACHE_SCHEDULE=static,8 PMECACHE_PARAMS=n=1024 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 OMP_NUM_THREADS=2 PMECACHE_SCHEDULE=static,8 PMECACHE_PARAMS=n=1024 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 PMECACHE_PARAMS=n=1024 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=CORES
void kernel(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = 1;
}

// CHECK: remark: parallel loop 'i' (2 threads, static,8): L3 costs most, with about 1{{2[89]|3.}} misses ({{1[23]}}% of 1024 accesses)
// CORES: remark: parallel loop 'i' (4 threads, static): L3
