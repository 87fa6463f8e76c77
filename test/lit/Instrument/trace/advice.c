// Advice for loops that no static model answers: candidates are tried on the trace of a run of one thread, what was
// found goes into a profile, and the second compile says it.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_TRACE_OUT=%t.trace PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %pmecache mimic %t.trace --advise --threads 4 --machine 'cores=4;L1=32K,8,64,latency=4;L2=256K,8,64,latency=12;L3=8M,16,64,shared=4,latency=40;memory=250;frequency=3G' --output %t.pmeprof | %FileCheck --check-prefix=TABLE %s
// RUN: env 'PMECACHE_MACHINE=cores=4;L1=32K,8,64,latency=4;L2=256K,8,64,latency=12;L3=8M,16,64,shared=4,latency=40;memory=250;frequency=3G' OMP_NUM_THREADS=4 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s
// For another machine it says nothing, and neither where no advice is wanted.
// RUN: env PMECACHE_MACHINE=corei7 OMP_NUM_THREADS=4 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -Rpass=cache 2>&1 | %FileCheck --check-prefix=NONE %s
// RUN: env 'PMECACHE_MACHINE=cores=4;L1=32K,8,64,latency=4;L2=256K,8,64,latency=12;L3=8M,16,64,shared=4,latency=40;memory=250;frequency=3G' OMP_NUM_THREADS=4 PMECACHE_ADVISE=off PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -Rpass=cache 2>&1 | %FileCheck --check-prefix=NONE %s
//
// TABLE: advice.c:[[#@LINE + 29]]:{{.*}}, 4 threads, static, 4000 iterations
// TABLE-NEXT: advice: use schedule({{.*}}) in place of schedule(static): about {{[5-9]}}{{[0-9]}}% less time {{.*}}even work
// TABLE: schedule(static) {{.*}} 100.0%  <- what is there
// TABLE: advice.c:[[#@LINE + 36]]:{{.*}}, 4 threads, static,1, 32.8K iterations
// TABLE-NEXT: advice: use schedule(static) in place of schedule(static,1)
//
// CHECK: advice.c:[[#@LINE + 23]]:{{.*}}parallel loop 'i', from the trace of a run: use schedule({{.*}}) in place of schedule(static): about
// CHECK-NOT: advice.c:[[#@LINE + 22]]:{{.*}} is the best of
// CHECK: advice.c:[[#@LINE + 31]]:{{.*}}parallel loop 'i', from the trace of a run: use schedule(static) in place of schedule(static,1): about
// NONE: remark: parallel loop
// NONE-NOT: from the trace of a run
enum { N = 4000, M = 1 << 15 };
static int start[N + 1], column[128 * N];
static double value[128 * N], x[M], y[N], h[M];
static int index_of[M];

static void make(void) {
  unsigned r = 1;
  for (int i = 0; i < N; i++)
    start[i + 1] = start[i] + 1 + (i < N / 8 ? 100 : i % 9);
  for (int k = 0; k < start[N]; k++) {
    r = r * 1664525 + 1013904223;
    column[k] = (int)((r >> 10) % M);
  }
  for (int i = 0; i < M; i++)
    index_of[i] = (i & ~15) | ((i * 7) & 15);
}

__attribute__((noinline)) void multiply(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = start[i]; k < start[i + 1]; k++)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}

__attribute__((noinline)) void scatter(int m) {
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < m; i++)
    h[index_of[i]] += x[i];
}

int main(void) {
  make();
  multiply(N);
  scatter(M);
  return 0;
}
