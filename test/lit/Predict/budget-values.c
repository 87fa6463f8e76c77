// Where the effort came to an end and values are lacking, both can be pasted.
// RUN: env %corei7 PMECACHE_BUDGET=10 %remarks -O2 -g -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s

// CHECK: parallel loop 'i' is not modelled: the analysis stopped at its effort limit: {{.*}}; give them with PMECACHE_PARAMS='{{.*}}n=1000{{.*}}'; raise the limit: PMECACHE_BUDGET=10000 (milliseconds for a function; 1000 where it is not set)
void kernel(int n, int m, int k, double (*a)[500], double (*b)[500], double (*c)[500]) {
  for (int t = 0; t < 10; t++)
#pragma omp parallel for schedule(static, 3)
    for (int i = 1; i < n; i++)
      for (int j = 1; j < m; j++)
        for (int l = j; l < k; l++)
          c[i][j] += a[i][l] * b[l][j] + a[i - 1][l] + b[l][j - 1];
}
