// Tiles for a nest that comes back to lines too late; the directive is pasted, compiled by this very compiler, and computes
// the same.
// RUN: env %corei7 PMECACHE_THREADS=1 %remarks -O2 -g -Werror -Rpass=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 PMECACHE_THREADS=1 PMECACHE_JSON=%t.json %remarks -O2 -g -Werror && %FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: sed -n 's/.*"pragma": "\(#pragma omp tile sizes([0-9,]*)\)".*/\1/p' %t.json > %t.pragma
// RUN: sed '/^#pragma omp parallel for/r %t.pragma' %s > %t.c
// RUN: %clang -O2 -fopenmp -fopenmp-version=51 -DMAIN %s -o %t.plain && %clang -O2 -fopenmp -fopenmp-version=51 -DMAIN %t.c -o %t.tiled
// RUN: %t.plain > %t.one && %t.tiled > %t.other && diff %t.one %t.other
// RUN: grep -c '^#pragma omp tile' %t.c | %FileCheck %s --check-prefix=COUNT
enum { N = 1500 };
static double from[N][N], to[N][N];

void transpose(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      to[i][j] = from[j][i];
}

#ifdef MAIN
#include <stdio.h>
int main(void) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      from[i][j] = i * 7 + j % 13;
  transpose();
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += to[i][j] * (i + 2 * j);
  printf("%.17g\n", sum);
}
#endif

// CHECK: loop-tiles.c:[[#@LINE-21]]:1: remark: parallel loop 'i': the loops around 'j' come back to lines that have left L1; in tiles (#pragma omp tile sizes({{[0-9]+}},{{[0-9]+}}) at loop 'i') about {{.*}} L1 misses in place of {{.*}} less time; legal: no dependence is reversed, arrays taken not to overlap, counters to be declared in their loops [-Rpass=pmecache]
// JSON: "loop_order": {
// JSON: "pragma": null
// JSON: "tiles": {
// JSON: "pragma": "#pragma omp tile sizes(
// JSON: "level": "L1"
// COUNT: 1
