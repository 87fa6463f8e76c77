// The exact simulation of the dumped program lies inside the interval that the model states, at each level.
// RUN: rm -rf %t && env PMECACHE_DUMP=%t %remarks -O2
// RUN: %pmecache compare %t/kernel.pme --machine corei7 | %FileCheck %s

double a[64][64] __attribute__((aligned(64))), b[64][64] __attribute__((aligned(64))),
    c[64][64] __attribute__((aligned(64)));

void kernel(void) {
#pragma omp parallel for num_threads(4) schedule(static, 16)
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++)
      for (int k = 0; k < 64; k++)
        c[i][j] += a[i][k] * b[k][j];
}

// CHECK: parallel loop i at {{.*}}, 4 threads, static,16, 64 iterations
// CHECK: L1 private x4 {{.*}} inside
// CHECK: L2 private x4 {{.*}} inside
// CHECK: L3 shared x1 {{.*}} inside
