// A sum in a variable, put into an array behind its loop: kept in the array it stands in the way of no other order. Where
// that is not so, it is said, with the order. The change of the source computes the same, bit for bit.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env %corei7 PMECACHE_THREADS=1 PMECACHE_DUMP=%t.dir %remarks -O2 -g -Werror -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
// RUN: %pmecache advise %t.dir/variable.pme --machine corei7 --threads 1 --json | %FileCheck %s --check-prefix=JSON
// RUN: cp %s %t.dir/changed.c
// RUN: %pmecache advise %t.dir/largest.pme --machine corei7 --threads 1 --show-source | sed -n '/^--- /,$p' | patch -s %t.dir/changed.c
// RUN: %pmecache advise %t.dir/rest.pme --machine corei7 --threads 1 --show-source | sed -n '/^--- /,$p' | patch -s %t.dir/changed.c
// RUN: %pmecache advise %t.dir/goes_on.pme --machine corei7 --threads 1 --show-source | sed -n '/^--- /,$p' | patch -s %t.dir/changed.c
// RUN: %pmecache advise %t.dir/variable.pme --machine corei7 --threads 1 --show-source | sed -n '/^--- /,$p' | patch -s %t.dir/changed.c
// RUN: %FileCheck %s --check-prefix=CHANGED --input-file=%t.dir/changed.c
// RUN: %clang -O2 -DRUN %s -o %t.dir/before && %clang -O2 -DRUN %t.dir/changed.c -o %t.dir/after
// RUN: %t.dir/before > %t.dir/before.txt && %t.dir/after > %t.dir/after.txt && cmp %t.dir/before.txt %t.dir/after.txt
#include <stdio.h>
enum { N = 700 };
double a[N][N], b[N][N], c[N][N], d[N][N];

void variable(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double s = 0;
      for (int k = 0; k < N; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

void goes_on(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      double s = c[i][j];
      for (int k = 0; k < N; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
  }
}

void rest(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      d[i][j] = 1;
      double s = 0.5;
      for (int k = 0; k < N; k++) {
        s += a[i][k] * b[k][j];
      }
      // the result
      c[i][j] = s;
      d[i][j] += 3;
    }
}

void largest(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double most = -1;
      for (int k = 0; k < N; k++)
        if (b[k][j] + a[i][k] > most)
          most = b[k][j] + a[i][k];
      d[i][j] = most;
    }
}

// CHECK: carried-sum.c:[[#@LINE-49]]:1: remark: parallel loop 'i': the innermost loop 'k' (carried-sum.c:[[#@LINE-45]]:7) goes from line to line in 'b', 5600 bytes a step; with what 'k' hands on in a variable kept in 'c' (carried-sum.c:[[#@LINE-43]]:15), in the same sequence, and with what else stands in 'j' in loops of its own, in the order 'k', 'j' (#pragma omp interchange permutation(2,1)) about {{.*}} misses in place of {{.*}}; legal: no dependence is reversed, arrays taken not to overlap [-Rpass=pmecache]
// CHECK: remark: parallel loop 'i': {{.*}} kept in 'c' (carried-sum.c:[[#@LINE-33]]:15)
// CHECK: remark: parallel loop 'i': {{.*}} kept in 'c' (carried-sum.c:[[#@LINE-19]]:15)
// CHECK: remark: parallel loop 'i': {{.*}} kept in 'd' (carried-sum.c:[[#@LINE-7]]:15)
// JSON: "kept_by": 5
// JSON: "fixes": [
// JSON: "text": "    {\n    for (int j = 0; j < N; j++) {\n      c[i][j] = 0;\n    }\n    for (int k = 0; k < N; k++)\n      for (int j = 0; j < N; j++)\n        c[i][j] += a[i][k] * b[k][j];\n    }\n"
// CHANGED-LABEL: void variable
// CHANGED: {{^}}      c[i][j] = 0;
// CHANGED-LABEL: void goes_on
// CHANGED-NEXT: #pragma omp parallel for
// CHANGED-NEXT: {{^}}  for (int i = 0; i < N; i++) {
// CHANGED-NEXT: {{^}}    for (int k = 0; k < N; k++)
// CHANGED-NEXT: {{^}}      for (int j = 0; j < N; j++)
// CHANGED-NEXT: {{^}}        c[i][j] += a[i][k] * b[k][j];
// CHANGED-NEXT: {{^}}  }
// CHANGED-LABEL: void rest
// CHANGED: {{^}}    {
// CHANGED-NEXT: {{^}}    for (int j = 0; j < N; j++) {
// CHANGED-NEXT: {{^}}      d[i][j] = 1;
// CHANGED-NEXT: {{^}}    }
// CHANGED-NEXT: {{^}}    for (int j = 0; j < N; j++) {
// CHANGED-NEXT: {{^}}      c[i][j] = 0.5;
// CHANGED-NEXT: {{^}}    }
// CHANGED-NEXT: {{^}}    for (int k = 0; k < N; k++)
// CHANGED-NEXT: {{^}}      for (int j = 0; j < N; j++) {
// CHANGED-NEXT: {{^}}        c[i][j] += a[i][k] * b[k][j];
// CHANGED-NEXT: {{^}}      }
// CHANGED-NEXT: {{^}}    for (int j = 0; j < N; j++) {
// CHANGED-NEXT: {{^}}      // the result
// CHANGED-NEXT: {{^}}      d[i][j] += 3;
// CHANGED-NEXT: {{^}}    }
// CHANGED-NEXT: {{^}}    }

// What stands in the way: the array itself.
void itself(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double s = 0;
      for (int k = 0; k < N; k++)
        s += c[i][k] * b[k][j];
      c[i][j] = s;
    }
}

void dealt_out(void) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double s = 0;
      for (int k = 0; k < N; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

void rows(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double s = 0;
      for (int k = 0; k < N; k++)
        s += a[i][k] * b[j][k];
      d[i][j] = s;
    }
}

// CHECK-NOT: kept in
// CHECK: in the order 'i', 'k', 'j' an iteration would come to {{.*}} new lines in place of {{.*}}, but iterations of 'k' hand on values that are in no array: a sum in a variable, another counter [-Rpass-missed=pmecache]
// CHECK-NOT: kept in

#ifdef RUN
int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = 1.0 / (1 + (i * 7 + j * 3) % 101);
      b[i][j] = 1.0 / (1 + (i * 5 + j * 11) % 97);
    }
  variable(), goes_on();
  fwrite(c, sizeof c, 1, stdout);
  largest();
  fwrite(d, sizeof d, 1, stdout);
  rest();
  fwrite(c, sizeof c, 1, stdout);
  fwrite(d, sizeof d, 1, stdout);
  return 0;
}
#endif
