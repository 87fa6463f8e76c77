// Iterations of a doacross loop wait for others as its source has them: no other order of it is told, and none compiles.
// RUN: env %corei7 PMECACHE_ADVISE=deep %remarks -O2 -g -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
void sums(int n, int m, double a[restrict n][m]) {
#pragma omp parallel for ordered(2)
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
      a[i][j] = a[i - 1][j] + a[i][j - 1];
#pragma omp ordered depend(source)
    }
}
// The loop behind it is an ordinary one.
void behind(int n, int m, double a[restrict n][m], double b[restrict n][m]) {
#pragma omp parallel
  {
#pragma omp for ordered(1)
    for (int i = 1; i < n; i++) {
#pragma omp ordered depend(sink : i - 1)
      a[i][0] = a[i - 1][0];
#pragma omp ordered depend(source)
    }
#pragma omp for
    for (int j = 0; j < m; j++)
      for (int i = 0; i < n; i++)
        b[i][j] = a[i][j];
  }
}
// CHECK: doacross.c:4:1: remark: parallel loop 'i' for every n = m:
// CHECK-NOT: doacross.c:4:1: remark: {{.*}}#pragma omp
// CHECK-NOT: doacross.c:{{(4|16)}}:1: remark: {{.*}}#pragma omp
// CHECK: doacross.c:22:1: remark: parallel loop 'j': {{.*}}#pragma omp interchange
