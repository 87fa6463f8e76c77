// A loop that counts down begins at its size: the hint makes up a size for it, and no 0.
// RUN: env %corei7 %remarks -O2 -Rpass-missed=cache 2>&1 | %FileCheck %s

void back(int n, int m, double *a) {
// CHECK: give them with PMECACHE_PARAMS='n=1000,m=1000'
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < n; i++)
    for (int j = m - 1; j >= 0; j--)
      a[4096 * i + j] = 0;
}
