// Lines that are solved there and back, one after the other: the way there goes along rows, in a loop of its own.
// RUN: rm -rf %t.dir && env %corei7 PMECACHE_DUMP=%t.dir %remarks -O2 -g -Werror
// RUN: %pmecache advise %t.dir/solve.pme --machine corei7 --threads 1 --show-source | %FileCheck %s
// RUN: %pmecache advise %t.dir/last.pme --machine corei7 --threads 1 --show-source | %FileCheck %s --check-prefix=LAST
enum { N = 120 };
double a[N][N][N], b[N][N][N], c[N][N][N];

void solve(void) {
#pragma omp parallel for
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++) {
      for (int j = 1; j < N; j++)
        b[k][j][i] = a[k][j][i] - 0.5 * b[k][j - 1][i];
      for (int j = N - 2; j >= 0; j--)
        c[k][j][i] = b[k][j][i] - 0.5 * c[k][j + 1][i];
    }
}

// What the first loop leaves in a register the second one has, from a row.
void last(void) {
#pragma omp parallel for
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++) {
      double t = 0;
      for (int j = 0; j < N; j++) {
        t = a[k][j][i];
        b[k][j][i] = 2 * t;
      }
      for (int j = 0; j < N; j++)
        c[k][j][i] = t + a[k][j][i];
    }
}

// CHECK: with what else stands in 'i' in loops of its own, in the order 'j', 'i'
// CHECK: -    for (int i = 0; i < N; i++) {
// CHECK: +    {
// CHECK-NEXT: +    for (int j = 1; j < N; j++)
// CHECK-NEXT: +      for (int i = 0; i < N; i++)
// CHECK-NEXT: +        b[k][j][i] = a[k][j][i] - 0.5 * b[k][j - 1][i];
// CHECK-NEXT: +    for (int i = 0; i < N; i++) {
// CHECK-NEXT: +      for (int j = N - 2; j >= 0; j--)
// CHECK-NEXT: +        c[k][j][i] = b[k][j][i] - 0.5 * c[k][j + 1][i];
// CHECK-NEXT: +    }
// CHECK-NEXT: +    }
// LAST: +    double t_row[N];
// LAST: +        t_row[i] = a[k][j][i];
// LAST: +      for (int j = 0; j < N; j++)
// LAST-NEXT: +        c[k][j][i] = t_row[i] + a[k][j][i];
