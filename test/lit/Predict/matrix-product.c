// A product of matrices that fit L3: each line is missed once there; B does not stay in L1 when a column is walked along.
// RUN: env %corei7 PMECACHE_JSON=%t.json %remarks -O2 && %FileCheck %s --input-file=%t.json
double a[64][64] __attribute__((aligned(64))), b[64][64] __attribute__((aligned(64))),
    c[64][64] __attribute__((aligned(64)));

void kernel(void) {
#pragma omp parallel for num_threads(4) schedule(static, 16)
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++)
      for (int k = 0; k < 64; k++)
        c[i][j] += a[i][k] * b[k][j];
}

// CHECK: "trip_count": 64
// CHECK: "name": "L3"
// CHECK: "accesses": 1048576
// CHECK: "misses": 15{{[34].}}
