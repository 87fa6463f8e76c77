// Elimination of columns by others (Gram and Schmidt), and symmetric products of triangles.
#include <stdio.h>
#ifndef N
#define N 90
#endif
static double q[N][N], r[N][N], s[N][N], t[N][N], w[N][N];
__attribute__((noinline)) void gram(void) {
  for (int k = 0; k < N; k++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      q[i][k] *= 0.5;
#pragma omp parallel for
    for (int j = k + 1; j < N; j++) {
      double d = 0;
      for (int i = 0; i < N; i++)
        d += q[i][k] * q[i][j];
      r[k][j] = d;
      for (int i = 0; i < N; i++)
        q[i][j] -= q[i][k] * d;
    }
  }
}
__attribute__((noinline)) void symm(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double acc = 0;
      for (int k = 0; k < j - 1; k++) {
        w[k][j] += s[k][i] * t[i][j];
        acc += t[k][j] * s[k][i];
      }
      w[i][j] += s[i][i] * t[i][j] + acc;
    }
}
__attribute__((noinline)) void chol(void) {
  for (int j = 0; j < N; j++) {
#pragma omp parallel for
    for (int i = j; i < N; i++) {
      double d = s[i][j];
      for (int k = 0; k < j; k++)
        d -= s[i][k] * s[j][k];
      s[i][j] = d;
    }
  }
}
int main(void) {
  gram();
  symm();
  chol();
  printf("%g %g\n", q[2][3], w[3][4] + s[4][5]);
}
