// The time of each worksharing loop for a team, from a run of one thread. What the loops miss adds up to what the trace
// misses, and each has work: the operations of its blocks are in the trace.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_TRACE_OUT=%t.trace PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %pmecache profile predict %t.trace --machine 'cores=4;L1=4K,4,64,latency=4;L2=32K,8,64,latency=14;L3=256K,16,64,shared=4,latency=50;memory=300;frequency=3G' --threads 1 --time --json | python3 %S/../Inputs/sums_of_loops.py 3 | %FileCheck --check-prefix=ONE %s
// RUN: %pmecache profile predict %t.trace --machine 'cores=4;L1=4K,4,64,latency=4;L2=32K,8,64,latency=14;L3=256K,16,64,shared=4,latency=50;memory=300;frequency=3G' --threads 2 --time --json | python3 %S/../Inputs/sums_of_loops.py 3 | %FileCheck --check-prefix=TWO %s
// RUN: %pmecache profile predict %t.trace --machine 'cores=4;L1=4K,4,64,latency=4;L2=32K,8,64,latency=14;L3=256K,16,64,shared=4,latency=50;memory=300;frequency=3G' --threads 4 --schedule static,1 --time | %FileCheck --check-prefix=TEXT %s
// The processors of PPT-Multicore.
// RUN: %pmecache profile predict %t.trace --machine i7-5960x --threads 8 --time --no-interval | %FileCheck --check-prefix=PAPER %s
// RUN: %pmecache profile predict %t.trace --machine xeon-e5-2699v4 --threads 16 --time --no-interval | %FileCheck --check-prefix=PAPER %s
// RUN: %pmecache profile predict %t.trace --machine epyc-7702p --threads 32 --time --no-interval | %FileCheck --check-prefix=PAPER %s
// RUN: not %pmecache profile predict %t.trace --machine 'cores=2;L1=1K,2,64' --time 2>&1 | %FileCheck --check-prefix=NONE %s
//
// ONE: [[#LOOP:]] 1 64 1
// ONE-NEXT: [[#LOOP + 6]] 1 9600 3
// ONE-NEXT: [[#LOOP + 9]] 1 9600 1
// TWO: [[#LOOP:]] 2 64 1
// TWO-NEXT: [[#LOOP + 6]] 2 9600 3
// TEXT: threads loop time low high compute lines team
// TEXT: 4 {{.*}}time.c:
// TEXT: assumption: a core has 10 misses under way together
// PAPER: max .. sum as printed, all in ms
// PAPER-COUNT-3: time.c:{{[0-9]+}} {{ *[0-9.]+ +[0-9.]+ +[0-9.]+}}
// NONE: times need a machine with latencies of all its levels
enum { N = 64, M = 9600 };
static _Alignas(64) double a[N][N], b[N][N], c[N][N], h[M];
static _Alignas(64) int index_of[M];

__attribute__((noinline)) void kernel(int n, int m) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++)
          c[i][j] += a[i][k] * b[k][j];
    for (int step = 0; step < 3; step++) {
#pragma omp for
      for (int i = 0; i < m; i++)
        h[index_of[i]] = h[index_of[i]] / 3 + i;
#pragma omp for nowait
      for (int i = 0; i < (step ? 0 : m); i++)
        if (index_of[i] % 3)
          h[i] += c[i % N][0];
    }
  }
}

int main(void) {
  for (int i = 0; i < M; i++)
    index_of[i] = (int)((unsigned)i * 40503u >> 3) % M;
  kernel(N, M);
  return 0;
}
