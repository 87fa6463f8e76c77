/* Shapes of iteration spaces. */
#include <stdlib.h>

void triangular(int n, double (*x)[n], double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      y[i] += x[i][j];
}

void triangular_upper(int n, double (*x)[n]) {
#pragma omp parallel for schedule(static, 2)
  for (int i = 0; i < n - 1; i++)
    for (int j = i + 1; j < n; j++)
      x[j][i] = x[i][j];
}

void collapse_two(int n, int m, double (*restrict x)[m], double (*restrict y)[m]) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i][j] = y[i][j] + 1;
}

void collapse_constant(double (*restrict x)[8][6]) {
#pragma omp parallel for collapse(3) schedule(static, 5)
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 8; j++)
      for (int k = 0; k < 6; k++)
        x[i][j][k] *= 2;
}

void collapse_inner(int n, int m, int l, double (*restrict x)[m][l]) {
#pragma omp parallel for collapse(2)
  for (int i = 1; i < n; i++)
    for (int j = 2; j < m; j += 2)
      for (int k = 0; k < l; k++)
        x[i][j][k] = x[i - 1][j - 2][k];
}

void descending(int n, double *x, double *y) {
#pragma omp parallel for
  for (int i = n - 1; i >= 0; i--)
    for (int j = n - 1; j > i; j--)
      x[i] += y[j];
}

void steps(int n, double *x) {
#pragma omp parallel for
  for (int i = 3; i < n; i += 7)
    for (int j = 0; j <= n; j += 4)
      x[i + j] = i;
}

void symbolic_step(int n, int s, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i += s)
    for (int j = 0; j < s; j++)
      x[i + j] = 1;
}

void unsigned_bounds(unsigned n, unsigned m, int *x, unsigned char *y) {
#pragma omp parallel for
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = m; j > 0; j--)
      x[i * m + j - 1] = y[j - 1];
}

void not_equal(int n, int *x) {
#pragma omp parallel for
  for (int i = 2; i != n; i++)
    x[i] = x[i - 2];
}

void long_indices(long n, long offset, long *x) {
#pragma omp parallel for
  for (long i = offset; i < n + offset; ++i)
    x[i - offset] = x[2 * (i - offset)];
}

void tiled(int n, int tile, double (*restrict x)[n], double (*restrict y)[n]) {
#pragma omp parallel for
  for (int ii = 0; ii < n; ii += 8)
    for (int jj = 0; jj < n; jj += 8)
      for (int i = ii; i < (ii + 8 < n ? ii + 8 : n); i++)
        for (int j = jj; j < (jj + 8 < n ? jj + 8 : n); j++)
          x[j][i] = y[i][j];
  (void)tile;
}

void band(int n, double (*x)[n]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = (i > 2 ? i - 2 : 0); j <= (i + 2 < n - 1 ? i + 2 : n - 1); j++)
      x[i][j] += 1;
}

void modulo(int n, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i / 4] += x[i % 8];
}

void squares(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i * (i + 1) / 2 + j] = 0;
}

void pointer_walk(int n, double *x, const double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    const double *p = y + i;
    double *q = x + 4 * i;
    for (int j = 0; j < 4; j++)
      *q++ = *p++;
  }
}

void while_inner(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int j = 0;
    while (j < i) {
      x[j] += 1;
      j += 2;
    }
    do {
      x[j] = 0;
      j--;
    } while (j > 0);
  }
}

void sequential_outside(int n, double *x) {
  for (int i = 0; i < n; i++)
    x[i] = i;
  for (int t = 1; t < 4; t++) {
    x[t] = 2;
#pragma omp parallel for
    for (int i = t; i < n; i += t)
      x[i] += x[i - t];
  }
  for (int i = n - 1; i > 0; i -= 2)
    x[i] = x[i - 1];
}

void least_bound(int n, int m, int l, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i <= (n - 1 < m - 1 ? n - 1 : m - 1); i++) {
    for (int j = 0; j <= ((n - 1 < m - 1 ? n - 1 : m - 1) < l - 1 ? (n - 1 < m - 1 ? n - 1 : m - 1) : l - 1); j++)
      x[j] = 1;
    for (int j = l; j <= (n - 1 < m - 1 ? n - 1 : m - 1); j++)
      y[j] = 1;
  }
}

void least_of_four(int n, int a, int b, int c, int d, double (*x)[16]) {
#pragma omp parallel for
  for (int i = 0; i <= n - 1; i++)
    for (int j = 0; j <= ((((a - 1 < b - 1 ? a - 1 : b - 1)) < c - 1 ? (a - 1 < b - 1 ? a - 1 : b - 1) : c - 1) < d - 1
                              ? ((a - 1 < b - 1 ? a - 1 : b - 1) < c - 1 ? (a - 1 < b - 1 ? a - 1 : b - 1) : c - 1)
                              : d - 1);
         j++)
      x[i][j] = 1;
}

void count_down_product(int n, int m, double *x) {
#pragma omp parallel for
  for (int i = n; i >= 2; i -= 3)
    for (int j = m; j >= i; j -= 2)
      x[i + j] += 1;
}

int main(void) {
  double *x = calloc(20000, sizeof *x), *y = calloc(20000, sizeof *y);
  triangular(21, (void *)x, y);
  triangular_upper(21, (void *)x);
  collapse_two(13, 11, (void *)x, (void *)y);
  collapse_constant((void *)x);
  collapse_inner(7, 9, 5, (void *)x);
  descending(19, x, y);
  steps(60, x);
  symbolic_step(33, 5, x);
  unsigned_bounds(13, 9, (void *)x, (void *)y);
  not_equal(29, (void *)x);
  long_indices(31, 5, (void *)x);
  tiled(21, 8, (void *)x, (void *)y);
  band(17, (void *)x);
  modulo(37, x, y);
  squares(11, x);
  pointer_walk(15, x, y);
  while_inner(9, x);
  sequential_outside(26, x);
  least_bound(19, 23, 7, x, y);
  least_of_four(5, 12, 9, 17, 10, (void *)x);
  count_down_product(17, 31, x);
  return 0;
}
