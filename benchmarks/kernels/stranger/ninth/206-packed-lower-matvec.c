// y = L x with L packed by rows (lower triangle only)
#include <stdio.h>
#include <stdlib.h>
#define N 2500
static double x[N], y[N];

static inline size_t row(size_t i) { return i * (i + 1) / 2; }

static void ltmv(const double *restrict L, const double *restrict in, double *restrict out) {
#pragma omp parallel for schedule(static) default(none) shared(L, in, out)
  for (int i = 0; i < N; i++) {
    const double *r = L + row(i);
    double s = 0.0;
    for (int j = 0; j <= i; j++)
      s += r[j] * in[j];
    out[i] = s;
  }
}
int main(void) {
  double *L = malloc(row(N) * sizeof(double));
  for (int i = 0; i < N; i++) {
    x[i] = 1.0 / (i + 1);
    for (int j = 0; j <= i; j++)
      L[row(i) + j] = (i + 2 * j) % 17 * 0.125;
  }
  double total = 0;
  for (int rep = 0; rep < 12; rep++) {
    ltmv(L, x, y);
    for (int i = 0; i < N; i++)
      x[i] = y[i] * 1e-3 + 1.0 / (i + 1);
    total += y[N - 1];
  }
  printf("%.12g\n", total);
  free(L);
}
