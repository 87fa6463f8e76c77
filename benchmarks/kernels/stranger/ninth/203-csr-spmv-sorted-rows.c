/* CSR matrix-vector product; rows were reordered by decreasing length */
#include <stdio.h>
#include <stdlib.h>
#define N 20000
typedef struct {
  int n;
  int *ptr, *col;
  double *val;
} csr_t;

static csr_t build(int n) {
  csr_t m = {n, malloc(sizeof(int) * (n + 1)), NULL, NULL};
  m.ptr[0] = 0;
  for (int i = 0; i < n; i++)
    m.ptr[i + 1] = m.ptr[i] + 4 + 60000 / (i + 20);
  m.col = malloc(sizeof(int) * m.ptr[n]);
  m.val = malloc(sizeof(double) * m.ptr[n]);
  unsigned s = 12345;
  for (int k = 0; k < m.ptr[n]; k++) {
    s = s * 1664525u + 1013904223u;
    m.col[k] = (s >> 8) % n;
    m.val[k] = 1.0 / (1 + (s >> 24));
  }
  return m;
}
static void spmv(const csr_t *m, const double *x, double *y) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < m->n; i++) {
    double acc = 0;
    for (int k = m->ptr[i]; k < m->ptr[i + 1]; k++)
      acc += m->val[k] * x[m->col[k]];
    y[i] = acc;
  }
}
int main(void) {
  csr_t m = build(N);
  double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  for (int i = 0; i < N; i++)
    x[i] = 1.0 + i % 3;
  for (int it = 0; it < 20; it++) {
    spmv(&m, x, y);
    double nrm = y[0];
    for (int i = 0; i < N; i++)
      x[i] = y[i] / nrm;
  }
  double s = 0;
  for (int i = 0; i < N; i++)
    s += x[i];
  printf("%.10g\n", s);
  return 0;
}
