// A size that has no value decides, also where another part of the loop has a number: one remark. Trips that data decide
// are no size: as many as that a row has, whatever n is.
// RUN: env %corei7 PMECACHE_PARAMS='n=2048' %remarks -O2 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
void known(long n, long m, double *restrict a, double *restrict b) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    a[i] = 1;
    for (long j = 0; j < m; j++)
      b[i * m + j] = 0;
  }
}

void rows(long count, const int *restrict start, const double *restrict value, double *restrict sum) {
#pragma omp parallel for
  for (long i = 0; i < count; i++) {
    double all = 0;
    for (int k = start[i]; k < start[i + 1]; k++)
      all += value[k];
    sum[i] = all;
  }
}

// CHECK-NOT: misses (
// CHECK: sizes-left.c:[[#@LINE-19]]:1: remark: parallel loop 'i' for every m: L3{{.*}} m
// CHECK-NOT: sizes-left.c:[[#@LINE-20]]:1: remark
// CHECK: sizes-left.c:[[#@LINE-12]]:1: remark: parallel loop 'i' for every count: L3{{.*}} count misses
// CHECK-SAME: taken: k.trips = 16
