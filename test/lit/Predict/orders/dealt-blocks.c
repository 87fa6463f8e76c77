// Where the one loop that can be dealt out is the one that is to be innermost, blocks of it stay in its place. The change of
// the source computes the same, bit for bit, with several threads; what is not plain is refused.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env %corei7 PMECACHE_THREADS=1 PMECACHE_DUMP=%t.dir %remarks -O2 -g -Werror -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
// RUN: %pmecache advise %t.dir/triangle.pme --machine corei7 --threads 1 --json | %FileCheck %s --check-prefix=JSON
// RUN: cp %s %t.dir/changed.c
// RUN: %pmecache advise %t.dir/last.pme --machine corei7 --threads 1 --show-source | sed -n '/^--- /,$p' | patch -s %t.dir/changed.c
// RUN: %pmecache advise %t.dir/triangle.pme --machine corei7 --threads 1 --show-source | sed -n '/^--- /,$p' | patch -s %t.dir/changed.c
// RUN: %FileCheck %s --check-prefix=CHANGED --input-file=%t.dir/changed.c
// RUN: %clang -O2 -fopenmp -DRUN %s -o %t.dir/before && %clang -O2 -fopenmp -Wall -Werror -DRUN %t.dir/changed.c -o %t.dir/after
// RUN: %t.dir/before > %t.dir/before.txt && env OMP_NUM_THREADS=3 %t.dir/after > %t.dir/after.txt && cmp %t.dir/before.txt %t.dir/after.txt
// RUN: %pmecache advise %t.dir/outside.pme --machine corei7 --threads 1 --show-source | %FileCheck %s --check-prefix=SHARED
// RUN: %pmecache advise %t.dir/backwards.pme --machine corei7 --threads 1 --show-source | %FileCheck %s --check-prefix=PLAIN
// RUN: %pmecache advise %t.dir/name.pme --machine corei7 --threads 1 --show-source | %FileCheck %s --check-prefix=NAME
#include <stdio.h>
enum { N = 700 };
double a[N][N], b[N][N], j_block[N];

void triangle(void) {
#pragma omp parallel for
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      for (int k = i + 1; k < N; k++)
        b[i][j] += a[k][i] * b[k][j];
}

void last(void) {
#pragma omp parallel for
  for (long j = 3; j <= N - 2; ++j) {
    for (int i = 0; i < N; i++) {
      for (int k = i + 1; k < N; k++) {
        b[i][j] += a[k][i] * b[k][j];
      }
    }
  }
}

// CHECK: dealt-blocks.c:[[#@LINE-18]]:1: remark: parallel loop 'j': the innermost loop 'k' (dealt-blocks.c:[[#@LINE-15]]:7) goes from line to line in 'a', 5600 bytes a step; with 'j' dealt out in blocks of [[#]] iterations, and within a block in the order 'i', 'k', 'j' (in the source: no directive does that) about {{.*}} misses in place of {{.*}} less time; legal: no dependence is reversed, arrays taken not to overlap, counters to be declared in their loops [-Rpass=pmecache]
// JSON: "block": {{[0-9]+}},
// JSON: "pragma": null,
// JSON: "fixes": [
// CHANGED-LABEL: void triangle
// CHANGED-NEXT: #pragma omp parallel for
// CHANGED-NEXT: {{^}}  for (int j_block = 0; j_block < N; j_block += [[#SIZE:]])
// CHANGED-NEXT: {{^}}  for (int i = 0; i < N; i++)
// CHANGED-NEXT: {{^}}    for (int k = i + 1; k < N; k++)
// CHANGED-NEXT: {{^}}      for (int j = j_block; j < (N - j_block < [[#SIZE]] ? N : j_block + [[#SIZE]]); j++)
// CHANGED-NEXT: b[i][j] += a[k][i] * b[k][j];
// CHANGED-LABEL: void last
// CHANGED: {{^}}  for (long j_block = 3; j_block <= N - 2; j_block += [[#SIZE:]])
// CHANGED: {{^}}      for (long j = j_block; j <= ((N - 2) - j_block < [[#SIZE]] ? N - 2 : j_block + [[#SIZE-1]]); j++) {

void outside(void) {
  int i, j, k;
#pragma omp parallel for private(i, k)
  for (j = 0; j < N; j++)
    for (i = 0; i < N; i++)
      for (k = i + 1; k < N; k++)
        b[i][j] += a[k][i] * b[k][j];
}

void backwards(void) {
#pragma omp parallel for
  for (int j = N - 1; j >= 0; j--)
    for (int i = 0; i < N; i++)
      for (int k = i + 1; k < N; k++)
        b[i][j] += a[k][i] * b[k][j];
}

void name(void) {
#pragma omp parallel for
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      for (int k = i + 1; k < N; k++)
        b[i][j] += a[k][i] * b[k][j] + j_block[j];
}

// SHARED: is not shown as a change of the source: the counter of a loop that is dealt out is declared outside, where threads would share it
// PLAIN: is not shown as a change of the source: the loop that is dealt out does not go up by one to a plain bound
// NAME: is not shown as a change of the source: the name that a counter for blocks would get is used there

#ifdef RUN
int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = 1.0 / (1000 + (i * 7 + j * 3) % 101);
      b[i][j] = 1.0 / (1 + (i * 5 + j * 11) % 97);
    }
  triangle(), last();
  fwrite(b, sizeof b, 1, stdout);
  return 0;
}
#endif
