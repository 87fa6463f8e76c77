// A nest that is not perfect: what stands before the innermost loop gets loops of its own, if nothing of it stays in a
// register for what follows.
// RUN: rm -rf %t && mkdir %t
// RUN: env %corei7 PMECACHE_THREADS=1 PMECACHE_DUMP=%t %remarks -O2 -g -Werror -Rpass=cache 2>&1 | %FileCheck %s
// RUN: %pmecache advise %t/product.pme --machine corei7 --threads 1 --show-source | %FileCheck %s --check-prefix=DIFF
// RUN: %pmecache advise %t/product.pme --machine corei7 --threads 1 --json | %FileCheck %s --check-prefix=JSON
enum { N = 700 };
static double a[N][N], b[N][N], c[N][N], d[N][N];

void product(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      c[i][j] = 0;
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}

void in_register(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double t = d[i][j];
      c[i][j] = t;
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j] + t;
    }
}

// Loops that are dealt out themselves stay as they are.
void dealt_out(void) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      c[i][j] = 0;
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}

// CHECK: loop-distribution.c:[[#@LINE-31]]:1: remark: parallel loop 'i': the innermost loop 'k' (loop-distribution.c:[[#@LINE-27]]:7) goes from line to line in 'b', 5600 bytes a step; with what else stands in 'j' in loops of its own, in the order 'k', 'j' (#pragma omp interchange permutation(2,1)) about {{.*}} misses in place of {{.*}}; legal: no dependence is reversed, arrays taken not to overlap [-Rpass=pmecache]
// CHECK-NOT: in loops of its own
// DIFF: {{^}} #pragma omp parallel for
// DIFF-NEXT: {{^}}   for (int i = 0; i < N; i++)
// DIFF-NEXT: {{^}}-    for (int j = 0; j < N; j++) {
// DIFF: {{^}}+    {
// DIFF-NEXT: {{^}}+    for (int j = 0; j < N; j++) {
// DIFF-NEXT: {{^}}+      c[i][j] = 0;
// DIFF-NEXT: {{^}}+    }
// DIFF-NEXT: {{^}}+    for (int k = 0; k < N; k++)
// DIFF-NEXT: {{^}}+      for (int j = 0; j < N; j++)
// DIFF-NEXT: {{^}}+        c[i][j] += a[i][k] * b[k][j];
// DIFF-NEXT: {{^}}+    }
// DIFF-NEXT: {{^}} }
// JSON: "distributed": 1
