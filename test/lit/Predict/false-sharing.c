// Chunks of one element: every thread touches every line, in its own first-level cache.
// RUN: env %corei7 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 PMECACHE_SCHEDULE=static,512 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=BLOCKS
double x[2048];

void kernel(void) {
#pragma omp parallel for num_threads(4) schedule(static, 1)
  for (int i = 0; i < 2048; i++)
    x[i] = 1;
}

// CHECK: remark: parallel loop 'i' (4 threads, static,1): L3 takes about 25{{[67]}} misses (1{{[23]}}% of 2048 accesses), 100% of them writing 'x' ({{.*}}); L2 about 10{{2[4-9]}}; L1 about 10{{2[4-9]}}
// BLOCKS: remark: parallel loop 'i' (4 threads, static,512): L3 takes about 25{{[67]}} misses (1{{[23]}}% of 2048 accesses), 100% of them writing 'x' ({{.*}}); L2 about 2{{5[6-9]|6[0-4]}}; L1 about 2{{5[6-9]|6[0-4]}}
