// Each iteration writes its own row, along an inner loop: that threads write the same elements cannot be told from the
// trace, whose strides alone are known, and is not said.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_TRACE_OUT=%t.trace %t.exe
// RUN: %pmecache mimic %t.trace --advise --threads 2 --machine 'cores=2;L1=32K,8,64;L2=1M,8,64' | %FileCheck %s
//
// CHECK: rows.c:[[#@LINE + 7]]:{{.*}}, 2 threads, static,1, 200 iterations
// CHECK-NEXT: advice: use schedule({{.*}}) in place of schedule(static,1)
enum { N = 200 };
static signed char s[N * N];
static int neighbour[N];

__attribute__((noinline)) void sweep(int n) {
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s[i * n + j] ^= s[neighbour[i] * n + j] + 1;
}

int main(void) {
  for (int i = 0; i < N; i++)
    neighbour[i] = (i + 1) % N;
  for (int t = 0; t < 3; t++)
    sweep(N);
  return 0;
}
