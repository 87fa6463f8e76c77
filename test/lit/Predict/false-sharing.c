// Threads that write to the same lines take them from each other. The remark names the array, and what ends it.
// RUN: env %corei7 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s
enum { N = 100000 };
double y[N] __attribute__((aligned(64))), x[N] __attribute__((aligned(64))), sum[4] __attribute__((aligned(64)));

void chunks_of_one(void) {
// CHECK: false-sharing.c:[[#@LINE+1]]:1: remark: parallel loop 'i' (4 threads, static,1): {{.*}}% of the misses of L1 are lines that other threads wrote, most by false sharing: writing 'y' (false-sharing.c:[[#@LINE+3]]:10); chunks of 8 or more iterations end most of that
#pragma omp parallel for num_threads(4) schedule(static, 1)
  for (int i = 0; i < N; i++)
    y[i] = 2 * x[i];
}

void chunks_of_a_line(void) {
// CHECK: false-sharing.c:[[#@LINE+2]]:1: remark: parallel loop 'i' (4 threads, static,8):
// CHECK-NOT: other threads wrote
#pragma omp parallel for num_threads(4) schedule(static, 8)
  for (int i = 0; i < N; i++)
    y[i] = 2 * x[i];
}

void sums(void) {
// CHECK: false-sharing.c:[[#@LINE+1]]:1: remark: parallel loop 't' (4 threads, static): {{.*}}most by false sharing: {{reading|writing}} 'sum' ({{.*}}); elements that are 64 bytes apart end that
#pragma omp parallel for num_threads(4)
  for (int t = 0; t < 4; t++)
    for (int i = 0; i < N / 4; i++)
      *(volatile double *)&sum[t] += x[t * (N / 4) + i];
}
