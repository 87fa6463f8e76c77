// What most misses of a loop are due to: the engine of each level, the effort it took, the largest class of reuse and its loop.
// RUN: env %corei7 %remarks -O2 -Werror -Rpass-analysis=cache 2>&1 | %FileCheck %s
// The numbers do not depend on being explained.
// RUN: env %corei7 PMECACHE_JSON=%t.plain.json %remarks -O2
// RUN: env %corei7 PMECACHE_JSON=%t.explained.json %remarks -O2 -Rpass-analysis=cache 2>/dev/null
// RUN: cmp %t.plain.json %t.explained.json
enum { N = 1000 };
double a[N][N], b[N][N], c[N][N];

void kernel(void) {
#pragma omp parallel for num_threads(4) schedule(static)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
}

// CHECK: {{.*}}explain.c:[[#@LINE-7]]:1: remark: parallel loop 'i': L1 from the walk ([[#]]{{[^ ]*}} samples), {{(between [^ ]+ and|within)}} {{[^ ]+}}, {{[0-9.]+%}} of the misses reading 'b', same line in the iteration of 'j' before; L2 from the walk ({{.*}} samples), {{.*}}, {{[0-9.]+%}} of the misses reading 'b', same place in the iteration of 'i' before; L3 from {{.*}} [-Rpass-analysis=pmecache]
