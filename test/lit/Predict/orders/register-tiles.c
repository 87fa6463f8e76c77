// Tiles whose innermost loop the compiler unrolls: for numbers that it knows, and that 8 divides. The directive is pasted,
// compiled by this very compiler, and computes the same.
// RUN: env %corei7 PMECACHE_THREADS=1 %remarks -O2 -g -Werror -Rpass=cache -DN=200 2>&1 | %FileCheck %s
// RUN: env %corei7 PMECACHE_THREADS=1 %remarks -O2 -g -Werror -Rpass=cache -DN=n 2>&1 | %FileCheck %s --check-prefix=PLAIN
// RUN: env %corei7 PMECACHE_THREADS=1 PMECACHE_JSON=%t.json %remarks -O2 -g -Werror -DN=200 && %FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: sed -n 's/.*"pragma": "\(#pragma omp tile sizes([0-9,]*)\)".*/\1/p' %t.json > %t.pragma
// RUN: sed '/^#pragma omp parallel for/r %t.pragma' %s > %t.c
// RUN: %clang -O2 -fopenmp -fopenmp-version=51 -DMAIN -DN=200 %s -o %t.plain && %clang -O2 -fopenmp -fopenmp-version=51 -DMAIN -DN=200 %t.c -o %t.tiled
// RUN: %t.plain > %t.one && %t.tiled > %t.other && diff %t.one %t.other
// RUN: grep -c '^#pragma omp tile' %t.c | %FileCheck %s --check-prefix=COUNT
static double a[200][200], b[200][200], c[200][200];

void multiply(int n) {
  (void)n;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
}

#ifdef MAIN
#include <stdio.h>
int main(void) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = i % 7 + j * 0.1;
      b[i][j] = j % 13 - i * 0.3;
    }
  multiply(N);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += c[i][j] * (i + 2 * j);
  printf("%.17g\n", sum);
}
#endif

// CHECK: register-tiles.c:[[#@LINE-24]]:1: remark: parallel loop 'i': {{.*}} in tiles (#pragma omp tile sizes({{[0-9]+}},{{[0-9]+}},8) at loop 'i'), in which compilers unroll 'k' and keep what it does not move in registers, about {{.*}} misses in place of {{.*}} less time; legal: no dependence is reversed, arrays taken not to overlap, counters to be declared in their loops [-Rpass=pmecache]
// PLAIN-NOT: unroll
// JSON: "loop_order": {
// JSON: "pragma": null
// JSON: "tiles": {
// JSON: "unrolled": true,
// JSON: "pragma": "#pragma omp tile sizes(
// COUNT: 1
