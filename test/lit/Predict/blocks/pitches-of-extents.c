// How long a row is that is declared with a symbol, of which data say how much is used: as long as that, and no size.
// RUN: env %corei7 %remarks -O2 -g1 -Rpass=cache 2>&1 | %FileCheck %s
double *volatile kept;
void sums(int n, int most, const int *count, const double *restrict x, double *restrict y) {
  double a[n][most];
  kept = &a[0][0];
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < count[i]; j++)
      sum += a[i][j] * x[i];
    y[i] = sum;
  }
}
// CHECK: pitches-of-extents.c:[[#@LINE-8]]:1: remark: parallel loop 'i' for every n: {{.*}}taken: {{.*}}most = 18
