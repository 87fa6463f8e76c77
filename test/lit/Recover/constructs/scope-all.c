// Loops outside of OpenMP, when they are asked for: the outermost ones, by one thread, with the values of their callers.
// RUN: env %corei7 PMECACHE_SCOPE=all %remarks -O2 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 %remarks -O2 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck --check-prefix=PARALLEL %s
// RUN: env %corei7 PMECACHE_SCOPE=every %remarks -O2 -Rpass=cache 2>&1 | %FileCheck --check-prefix=WRONG %s
// RUN: env %corei7 PMECACHE_SCOPE=all PMECACHE_INSTRUMENT=values %remarks -O2 -g
// PARALLEL-NOT: remark: loop
// PARALLEL: remark: parallel loop 'i'
// PARALLEL-NOT: remark:
// WRONG: -pmecache-scope: expected parallel or all, found 'every' (parallel loops are answered)

enum { N = 300 };
static double a[N][N], b[N][N], c[N][N];

// A static function is answered where it is called.
static void product(int n) {
  // CHECK-DAG: scope-all.c:[[#@LINE+1]]:{{.*}}: remark: loop 'i' (one thread): {{.*}} accesses)
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i][j] += a[i][k] * b[k][j];
}

double follow(const int *next, int n, const double *value) {
  double sum = 0;
  // No run measures it: it is not told to.
  // CHECK-DAG: scope-all.c:[[#@LINE+1]]:{{.*}}: remark: loop {{.*}} is not modelled: {{[^;]*}}; also the value of 'n' is not known{{( \[|; one of)}}
  for (int p = 0; next[p] != n; p = next[p])
    sum += value[p];
  return sum;
}

double both(double *x, long n) {
  double sum = 0;
  // CHECK-DAG: scope-all.c:[[#@LINE+1]]:{{.*}}: remark: loop 'i' for every n: L3{{.*}} 0.125 n misses
  for (long i = 0; i < n; i++)
    x[i] = i;
  // A loop around parallel ones is no loop of its own.
  for (int round = 0; round < 10; round++) {
    // CHECK-DAG: scope-all.c:[[#@LINE+1]]:{{.*}}: remark: parallel loop 'i' for every n
#pragma omp parallel for reduction(+ : sum)
    for (long i = 0; i < n; i++)
      sum += x[i];
  }
  return sum;
}

int main(void) {
  product(N);
  return c[1][2] == 3;
}
