// A run of one thread that is dealt out to a team has, in the caches of each core, the misses of a real run of that team:
// every one of them, in exact sets.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_TRACE_OUT=%t.1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
//
// RUN: env OMP_NUM_THREADS=2 PMECACHE_TRACE_OUT=%t.team PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %pmecache profile predict %t.team --machine corei7 --json | python3 %S/../Inputs/private_misses.py > %t.run
// RUN: %pmecache mimic %t.1 --machine corei7 --threads 2 --json | python3 %S/../Inputs/private_misses.py | diff - %t.run
//
// RUN: env OMP_NUM_THREADS=3 PMECACHE_TRACE_OUT=%t.team PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %pmecache profile predict %t.team --machine corei7 --json | python3 %S/../Inputs/private_misses.py > %t.run
// RUN: %pmecache mimic %t.1 --machine corei7 --threads 3 --json | python3 %S/../Inputs/private_misses.py | diff - %t.run
//
// RUN: env OMP_NUM_THREADS=4 PMECACHE_TRACE_OUT=%t.team PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %pmecache profile predict %t.team --machine corei7 --json | python3 %S/../Inputs/private_misses.py > %t.run
// RUN: %pmecache mimic %t.1 --machine corei7 --threads 4 --json | python3 %S/../Inputs/private_misses.py | diff - %t.run
//
// Sizes are multiples of all teams, so that every runtime splits them alike.
enum { N = 96, M = 9600 };
static _Alignas(64) double a[N][N], b[N][N], c[N][N], h[M];
static _Alignas(64) int index_of[M];

__attribute__((noinline)) void kernel(int n, int m) {
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int k = 0; k < n; k++)
          sum += a[i][k] * b[k][j];
        c[i][j] = sum;
      }
#pragma omp for schedule(static, 5)
    for (int i = 0; i < m; i++)
      h[index_of[i]] += i;
#pragma omp for nowait
    for (int i = 0; i < m; i++)
      if (index_of[i] % 3)
        h[i] += c[i % N][0];
  }
}

int main(void) {
  for (int i = 0; i < M; i++)
    index_of[i] = (int)((unsigned)i * 40503u >> 3) % M;
  kernel(N, M);
  return 0;
}
