// A sum in a variable, stored behind its loop, stands in the way of another order: that is said, with the order; added up
// in the array itself the nest gets it.
// RUN: env %corei7 %remarks -O2 -g -Werror -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
enum { N = 1000 };
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

void array(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      c[i][j] = 0;
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
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

// CHECK: remark: parallel loop 'i': the innermost loop 'k' (carried-sum.c:12:7) goes from line to line in 'b', 8000 bytes a step; in the order 'i', 'k', 'j' an iteration would come to {{.*}} new lines in place of {{.*}}, but iterations of 'k' hand on values that are in no array: a sum in a variable, another counter [-Rpass-missed=pmecache]
// CHECK: remark: parallel loop 'i': the innermost loop 'k' (carried-sum.c:23:7) {{.*}} with what else stands in 'j' in loops of its own, in the order 'k', 'j'{{.*}}; legal
// CHECK-NOT: in the order
