// A handful of lines that threads take from each other are nothing to speak of: starting the team takes longer.
// RUN: env PMECACHE_MACHINE='cores=4;L1=32K,8,64;L2=256K,8,64' %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s
double b[8000];
float a[8000];

// CHECK: remark: parallel loop 'i' (4 threads, static)
// CHECK-NOT: other threads wrote
void copy(void) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 8000; i++)
    a[i] = b[i];
}
