// Tiles of twice the size are taken where they save time, not where they take as long and miss less: 512 rows of 'c' are
// half of this second level, 256 a quarter.
// RUN: env PMECACHE_THREADS=1 PMECACHE_MACHINE='cores=2;L1=48K,12,64,latency=4.78,throughput=1.93;L2=2M,16,64,latency=15.6,throughput=2.62,scattered=1.46;L3=480M,16,64,shared=2,latency=154,throughput=12.1,scattered=12.9;memory=643,throughput=11,core=24.8,streams=19.1,scattered=46.2;pages=2403,4K,walk=23.4,first=110,hit=6.82;transfer=247;issue=5.81;chain=1.96;divide=3.97;uncertainty=0.1' %remarks -O3 -mavx512f -mprefer-vector-width=512 -g -Werror -Rpass=cache 2>&1 | %FileCheck %s
enum { N = 1000 };
static double a[N][N], b[N][N];
double c[N][N];

void multiply(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
}

// CHECK: remark: parallel loop 'i': {{.*}} in tiles (#pragma omp tile sizes(256,256,8) at loop 'i')
