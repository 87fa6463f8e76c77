// A flat loop over three digits, all of them guarded: the walk answers, as the simulation does.
// RUN: rm -rf %t && env PMECACHE_DUMP=%t %remarks -O2
// RUN: %pmecache compare %t/kernel.pme --machine corei7 | %FileCheck %s
// RUN: %pmecache predict %t/kernel.pme --machine corei7 --json | %FileCheck %s --check-prefix=ENGINE

enum { N = 60, M = 50, K = 40 };
double a[N][M][K] __attribute__((aligned(64))), b[N][M][K] __attribute__((aligned(64)));

void kernel(void) {
  for (int r = 0; r < 3; r++)
#pragma omp parallel for num_threads(4) schedule(static)
    for (int t = 0; t < N * M * K; t++) {
      int i = t / (M * K), j = t / K % M, k = t % K;
      if (i > 0 && i < N - 1 && j > 0 && j < M - 1 && k > 0 && k < K - 1)
        b[i][j][k] =
            a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k] + a[i][j][k - 1] + a[i][j][k + 1];
    }
}

// CHECK: parallel loop t at {{.*}}, 4 threads, static, 120K iterations
// CHECK: L1 private x4 {{.*}} {{([-+][0-2][.][0-9]+|<0[.]01)%}}
// CHECK: L2 private x4 {{.*}} inside
// CHECK: L3 shared x1 {{.*}} inside
// ENGINE-NOT: "engine": "closed-form"
