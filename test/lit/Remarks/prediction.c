// The remark of a parallel loop: team, schedule, misses, and who takes them. A write of 1024 doubles is 128 lines; where the array lies is not
// known, a line more or less for each thread.
// RUN: env PMECACHE_ADVISE=off %corei7 %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s --implicit-check-not=remark:
// RUN: env PMECACHE_ADVISE=off %corei7 %remarks -O0 -Rpass=pmecache 2>&1 | %FileCheck %s --implicit-check-not=remark:
double x[1024];

void kernel(void) {
#pragma omp parallel for num_threads(4) schedule(static)
  for (int i = 0; i < 1024; i++)
    x[i] = 1;
}

// CHECK: {{.*}}prediction.c:[[#@LINE-5]]:1: remark: parallel loop 'i' (4 threads, static): L3 costs most, with about {{12[89]}} misses ({{12|13}}% of 1024 accesses), 100% of them writing 'x' ({{.*}}prediction.c:[[#@LINE-3]]:10); L1 about 1{{2[89]|3[0-2]}}, L2 about 1{{2[89]|3[0-2]}} [-Rpass=pmecache]
