// What an iteration computes is counted with the costs of the processor compiled for, as for affine loops: the time that a
// trace gives a loop that computes is that of the recovered program.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_TRACE_OUT=%t.trace PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %pmecache profile predict %t.trace --machine 'cores=2;L1=48K,12,64,latency=5;L2=2M,16,64,latency=15;memory=200;frequency=3G' --threads 1 --time --json > %t.traced
// RUN: env PMECACHE_DUMP=%t.dump PMECACHE_ADVISE=off %remarks -O2
// RUN: %pmecache advise %t.dump/product.pme --machine 'cores=2;L1=48K,12,64,latency=5;L2=2M,16,64,latency=15;memory=200;frequency=3G' --threads 1 --json > %t.recovered
// RUN: python3 %S/../Inputs/same_compute.py %t.traced %t.recovered
enum { N = 96 };
static _Alignas(64) double a[N][N], b[N][N], c[N][N];

__attribute__((noinline)) void product(void) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++)
      for (int j = 0; j < N; j++)
        c[i][j] += a[i][k] / b[k][j];
}

int main(void) {
  product();
  return 0;
}
