/* Dense kernels: constant sizes, sizes as symbols, variable-length and flattened arrays. */
#include <stdlib.h>

enum { N = 24, M = 20 };

static double a[N][M], b[M][N], c[N][N];

void matmul_constant(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      c[i][j] = 0;
      for (int k = 0; k < M; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}

void matmul_flat(int n, int m, double *restrict x, const double *restrict y, const double *restrict z) {
#pragma omp parallel for schedule(static, 4)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < m; k++)
        sum += y[i * m + k] * z[k * n + j];
      x[i * n + j] = sum;
    }
}

void matmul_vla(int n, int m, double x[n][n], double y[n][m], double z[m][n]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      for (int j = 0; j < n; j++)
        x[i][j] += y[i][k] * z[k][j];
}

void transpose_sizes(size_t n, size_t m, float *restrict to, const float *restrict from) {
#pragma omp parallel for
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < m; j++)
      to[j * n + i] = from[i * m + j];
}

void stencil_time(int steps, int n, int m, double x[n][m], double y[n][m]) {
  for (int t = 0; t < steps; t++) {
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        y[i][j] = 0.25 * (x[i - 1][j] + x[i][j - 1] + x[i][j + 1] + x[i + 1][j]);
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        x[i][j] = y[i][j];
  }
}

void stencil_3d(int n, double (*restrict x)[M][N], double (*restrict y)[M][N]) {
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < M - 1; j++)
      for (int k = 1; k < N - 1; k++)
        y[i][j][k] = x[i][j][k] + x[i - 1][j][k] + x[i + 1][j][k] + x[i][j - 1][k] + x[i][j + 1][k] + x[i][j][k - 1] +
                     x[i][j][k + 1];
}

int n_global = 30;
double *global_array;

void global_symbols(void) {
#pragma omp parallel for
  for (int i = 0; i < n_global; i++)
    global_array[2 * i + 1] = global_array[i] + n_global;
}

// Unrolled by hand; the second loop begins where the first one ended.
void unrolled_rows(int n, int m, double *x, double *y) {
#pragma omp parallel for
  for (int r = 0; r < m; r++) {
    double sum = 0;
    int i = 0;
    for (; i + 3 < n; i += 4)
      sum += x[r * n + i] * x[r * n + i + 3];
    for (; i < n; i++)
      sum += x[r * n + i];
    y[r] = sum;
  }
}

int main(void) {
  int n = 23, m = 17;
  double *x = calloc(10000, sizeof *x), *y = calloc(10000, sizeof *y), *z = calloc(10000, sizeof *z);
  global_array = calloc(100, sizeof *global_array);
  matmul_constant();
  matmul_flat(n, m, x, y, z);
  matmul_vla(n, m, (void *)x, (void *)y, (void *)z);
  transpose_sizes(n, m, (void *)x, (void *)y);
  stencil_time(3, n, m, (void *)x, (void *)y);
  stencil_3d(12, (void *)x, (void *)y);
  global_symbols();
  unrolled_rows(n, m, x, y);
  return 0;
}
