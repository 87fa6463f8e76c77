// What a loop hands on in variables, and goes anywhere behind it: with a factor, under a condition, rounded, several of them. In
// rows of their own, an element for each iteration around, it stands in nobody's way. The change of the source computes the
// same, bit for bit; what is not plain is refused.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: env %corei7 PMECACHE_THREADS=1 PMECACHE_DUMP=%t.dir %remarks -O2 -g -Werror -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
// RUN: %pmecache advise %t.dir/factor.pme --machine corei7 --threads 1 --json | %FileCheck %s --check-prefix=JSON
// RUN: cp %s %t.dir/changed.c
// RUN: %pmecache advise %t.dir/rest.pme --machine corei7 --threads 1 --show-source | sed -n '/^--- /,$p' | patch -s %t.dir/changed.c
// RUN: %pmecache advise %t.dir/sometimes.pme --machine corei7 --threads 1 --show-source | sed -n '/^--- /,$p' | patch -s %t.dir/changed.c
// RUN: %pmecache advise %t.dir/two.pme --machine corei7 --threads 1 --show-source | sed -n '/^--- /,$p' | patch -s %t.dir/changed.c
// RUN: %pmecache advise %t.dir/factor.pme --machine corei7 --threads 1 --show-source | sed -n '/^--- /,$p' | patch -s %t.dir/changed.c
// RUN: %FileCheck %s --check-prefix=CHANGED --input-file=%t.dir/changed.c
// RUN: %clang -O2 -fopenmp -DRUN %s -o %t.dir/before && %clang -O2 -fopenmp -Wall -Werror -DRUN %t.dir/changed.c -o %t.dir/after
// RUN: %t.dir/before > %t.dir/before.txt && env OMP_NUM_THREADS=3 %t.dir/after > %t.dir/after.txt && cmp %t.dir/before.txt %t.dir/after.txt
// RUN: %pmecache advise %t.dir/elsewhere.pme --machine corei7 --threads 1 --show-source | %FileCheck %s --check-prefix=ELSEWHERE
// RUN: %pmecache advise %t.dir/bound.pme --machine corei7 --threads 1 --show-source | %FileCheck %s --check-prefix=BOUND
// RUN: %pmecache advise %t.dir/pointer.pme --machine corei7 --threads 1 --show-source | %FileCheck %s --check-prefix=PLAIN
#include <stdio.h>
enum { N = 700 };
double a[N][N], b[N][N], c[N][N], d[N][N], alpha = 1.25, beta = 0.75;
float f[N][N];
int m[N], at[N][N];

void factor(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double s = 0;
      for (int k = 0; k < N; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = beta * c[i][j] + alpha * s;
    }
}

void two(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    for (int j = 1; j <= N - 2; j++) {
      double most = -1, sum = 0.5 * j;
      int where = 0;
      for (int k = 0; k < N; k++) {
        double next = a[i][k] + b[k][j];
        if (next > most) {
          most = next;
          where = k;
        }
        sum += next;
      }
      d[i][j] = most;
      f[i][j] = sum;
      at[i][j] = where;
    }
  }
}

void sometimes(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double s = 0;
      for (int k = 0; k < N; k++)
        if (m[k])
          s += a[i][k] * b[k][j];
      if (m[j])
        c[i][j] = s;
    }
}

void rest(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      d[i][j] = 1;
      double s = 0.5;
      for (int k = 0; k < N; k++)
        s += a[i][k] * b[k][j];
      // both
      double t = alpha * s;
      c[i][j] = t;
      d[i][j] += t;
    }
}

// CHECK: sums-in-rows.c:[[#@LINE-59]]:1: remark: parallel loop 'i': the innermost loop 'k' (sums-in-rows.c:[[#@LINE-55]]:7) goes from line to line in 'b', 5600 bytes a step; with what 'k' hands on in variables kept in rows of their own, an element for each 'j', in the same sequence, and with what else stands in 'j' in loops of its own, in the order 'k', 'j' (#pragma omp interchange permutation(2,1)) about {{.*}} misses in place of {{.*}}; legal: no dependence is reversed, arrays taken not to overlap [-Rpass=pmecache]
// CHECK: remark: parallel loop 'i': {{.*}} kept in rows
// CHECK: remark: parallel loop 'i': {{.*}} kept in rows
// CHECK: remark: parallel loop 'i': {{.*}} kept in rows
// JSON: "kept_by": null,
// JSON-NEXT: "row": 700,
// JSON: "fixes": [
// CHANGED-LABEL: void factor
// CHANGED: {{^}}    {
// CHANGED-NEXT: {{^}}    double s_row[N];
// CHANGED-NEXT: {{^}}    for (int j = 0; j < N; j++) {
// CHANGED-NEXT: {{^}}      s_row[j] = 0;
// CHANGED-NEXT: {{^}}    }
// CHANGED-NEXT: {{^}}    for (int k = 0; k < N; k++)
// CHANGED-NEXT: {{^}}      for (int j = 0; j < N; j++)
// CHANGED-NEXT: {{^}}        s_row[j] += a[i][k] * b[k][j];
// CHANGED-NEXT: {{^}}    for (int j = 0; j < N; j++) {
// CHANGED-NEXT: {{^}}      c[i][j] = beta * c[i][j] + alpha * s_row[j];
// CHANGED-NEXT: {{^}}    }
// CHANGED-NEXT: {{^}}    }
// CHANGED-LABEL: void two
// CHANGED: {{^}}    double most_row[N - 2 + 1];
// CHANGED-NEXT: {{^}}    double sum_row[N - 2 + 1];
// CHANGED-NEXT: {{^}}    int where_row[N - 2 + 1];
// CHANGED-NEXT: {{^}}    for (int j = 1; j <= N - 2; j++) {
// CHANGED-NEXT: {{^}}      most_row[j] = -1;
// CHANGED-NEXT: {{^}}      sum_row[j] = 0.5 * j;
// CHANGED-NEXT: {{^}}      where_row[j] = 0;
// CHANGED-LABEL: void sometimes
// CHANGED: {{^}}      if (m[j])
// CHANGED-NEXT: {{^}}        c[i][j] = s_row[j];
// CHANGED-LABEL: void rest
// CHANGED: {{^}}      d[i][j] = 1;
// CHANGED-NEXT: {{^}}      s_row[j] = 0.5;

void elsewhere(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double s;
    for (int j = 0; j < N; j++) {
      double t = 0;
      s = 0;
      for (int k = 0; k < N; k++) {
        s += a[i][k] * b[k][j];
        t += b[k][j];
      }
      c[i][j] = s * t;
    }
  }
}

void bound(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      int end = N;
      double s = 0;
      for (int k = 0; k < end; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = alpha * s;
    }
}

void pointer(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double *to = &c[i][j];
      double s = 0;
      for (int k = 0; k < N; k++)
        s += a[i][k] * b[k][j];
      *to = alpha * s;
    }
}

// ELSEWHERE: is not shown as a change of the source: a variable that is declared elsewhere is set in the loop, or the name of a row is used
// BOUND: is not shown as a change of the source: a loop of the nest ends at a variable that is declared in the loop around it
// PLAIN: is not shown as a change of the source: a declaration before the nest is not of plain variables that begin with a value

#ifdef RUN
int main(void) {
  for (int i = 0; i < N; i++) {
    m[i] = i % 3 == 1;
    for (int j = 0; j < N; j++) {
      a[i][j] = 1.0 / (1 + (i * 7 + j * 3) % 101);
      b[i][j] = 1.0 / (1 + (i * 5 + j * 11) % 97);
    }
  }
  factor();
  fwrite(c, sizeof c, 1, stdout);
  two(), sometimes();
  fwrite(c, sizeof c, 1, stdout);
  fwrite(d, sizeof d, 1, stdout);
  fwrite(f, sizeof f, 1, stdout);
  fwrite(at, sizeof at, 1, stdout);
  rest();
  fwrite(c, sizeof c, 1, stdout);
  fwrite(d, sizeof d, 1, stdout);
  return 0;
}
#endif
