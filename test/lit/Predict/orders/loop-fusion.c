// Loops beside each other that one loop with both bodies would do with fewer misses: the remark, the directive, the change
// of the source. Both are made, and compute the same.
// RUN: rm -rf %t && mkdir %t
// RUN: env %corei7 PMECACHE_THREADS=1 PMECACHE_DUMP=%t PMECACHE_JSON=%t/f.json %remarks -O2 -g -Werror -Rpass=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 PMECACHE_THREADS=1 %remarks -O2 -g -Werror -Rpass-missed=cache 2>&1 | %FileCheck %s --check-prefix=MISSED
// RUN: %FileCheck %s --check-prefix=JSON --input-file=%t/f.json
// RUN: %pmecache advise %t/scale.pme --machine corei7 --threads 1 --show-source > %t/advice && %FileCheck %s --check-prefix=DIFF --input-file=%t/advice
// RUN: cp %s %t/fused.c && sed -n '/^--- /,$p' %t/advice > %t/patch && patch -s %t/fused.c %t/patch
// RUN: %clang -O2 -fopenmp -DMAIN %s -o %t/now && %clang -O2 -fopenmp -DMAIN %t/fused.c -o %t/then
// RUN: %t/now > %t/one && %t/then > %t/other && diff %t/one %t/other
enum { N = 1200 };
static double a[N][N], b[N][N], c[N][N];

void scale(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      b[i][j] = 2 * a[i][j];

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      c[i][j] = b[i][j] + a[i][j];
}

void neighbours(void) {
#pragma omp parallel for
  for (int i = 1; i < N; i++)
    for (int j = 0; j < N; j++)
      b[i][j] = 2 * a[i][j];
#pragma omp parallel for
  for (int i = 1; i < N; i++)
    for (int j = 0; j < N; j++)
      c[i][j] = b[i - 1][j] + a[i][j];
}

double last(void) {
  double x = 0;
#pragma omp parallel for lastprivate(x)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      x = a[i][j] * 2;
      b[i][j] = x;
    }
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      c[i][j] = b[i][j] + x;
  return x;
}

#ifdef MAIN
#include <stdio.h>
int main(void) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i * 7 + j % 13;
  scale();
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += c[i][j] * (i + 2 * j);
  printf("%.17g\n", sum);
}
#endif

// CHECK: loop-fusion.c:[[#@LINE-52]]:1: remark: parallel loop 'i': the next loop, 'i' (loop-fusion.c:[[#@LINE-47]]:1), comes back to 'b'; as one loop (#pragma omp fuse around both) about {{.*}} misses in place of {{.*}} less time; legal: no dependence is reversed, arrays taken not to overlap, counters to be declared in their loops [-Rpass=pmecache]
// CHECK-NOT: as one loop
// MISSED: loop-fusion.c:[[#@LINE-42]]:1: remark: parallel loop 'i': the next loop, {{.*}}; as one loop they would have about {{.*}}, but that would change the order of writing 'b' (loop-fusion.c:[[#@LINE-39]]:15) and reading 'b' (loop-fusion.c:[[#@LINE-35]]:17)
// MISSED: but iterations of 'i' hand on values that are in no array
// JSON: "loop_fusion": {
// JSON-NEXT: "with":
// JSON-NEXT: "array": "b"
// JSON-NEXT: "legality": "legal"
// JSON-NEXT: "pragma": "#pragma omp fuse"
// JSON: "fixes": [
// DIFF: {{^}}-  for (int i = 0; i < N; i++)
// DIFF: {{^}}-#pragma omp parallel for
// DIFF: {{^}}+  for (int i = 0; i < N; i++) {
// DIFF-NEXT: {{^}}+    for (int j = 0; j < N; j++)
// DIFF-NEXT: {{^}}+      b[i][j] = 2 * a[i][j];
// DIFF-NEXT: {{^}}+    for (int j = 0; j < N; j++)
// DIFF-NEXT: {{^}}+      c[i][j] = b[i][j] + a[i][j];
// DIFF-NEXT: {{^}}+  }
