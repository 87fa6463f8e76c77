// A loop that is answered by size has no details of the part that needs no size: 126 misses beside 250 say nothing.
// RUN: env %corei7 %remarks -O2 -Rpass=cache -Rpass-analysis=cache 2>&1 | %FileCheck %s
void add(double *restrict b, const double *restrict a, long k) {
#pragma omp parallel for num_threads(2)
  for (long i = 0; i < 1000; i++)
    b[i] += a[1000 * k + i];
}

// CHECK-NOT: private instance
// CHECK-NOT: first touches
// CHECK-NOT: a part of the loop is not modelled
// CHECK: parallel loop 'i' for every k: {{.*}}; at one size: PMECACHE_PARAMS='k=1000'
// CHECK-NOT: private instance
