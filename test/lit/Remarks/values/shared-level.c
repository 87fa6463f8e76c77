// Laws of a level that threads share: sizes that are not dealt out evenly, elements that are read and written, and runs of
// structures shorter than a line have as many misses there as arrays have lines.
// RUN: env %corei7 %remarks -O2 -g1 -Rpass=cache 2>&1 | %FileCheck %s
void triad(long n, int times, double *restrict a, double *restrict b, double *restrict c, double x) {
#pragma omp parallel
  for (int t = 0; t <= times; t++) {
#pragma omp for
    for (long j = 0; j < n; j++)
      a[j] += b[j] + x * c[j];
  }
}
void move(int n, double *x, double *v, double *f, double dt) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int d = 0; d < 3; d++) {
      v[i * 4 + d] += dt * f[i * 4 + d];
      x[i * 4 + d] += dt * v[i * 4 + d];
    }
}
void relax(double *a, double *b, long n) {
  for (int t = 0; t < 10; t++) {
#pragma omp parallel for collapse(2)
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
        b[i * n + j] = a[i * n + j] + a[i * n + j - 1] + a[i * n + j + 1] + a[i * n + n + j] + a[i * n - n + j];
#pragma omp parallel for collapse(2)
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
        a[i * n + j] = b[i * n + j];
  }
}
// CHECK: shared-level.c:7:1: remark: {{.*}} 4.1 n {{[^;]*}} from n = 1,000,001; L2
// CHECK: shared-level.c:13:1: remark: {{.*}} for every n: L3, L2 and L1 1.5 n misses
// CHECK: shared-level.c:22:1: remark: {{.*}} L3 0.25 n^2 misses up to n = 319, 2.5 n^2
