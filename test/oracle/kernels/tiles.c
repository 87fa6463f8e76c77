/* Tiles, borders and neighbours: loops that are cut up or leave something out at the edges. */
#include <stdlib.h>

#define N 24
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define FLOOR(n, d) ((n) < 0 ? -((-(n) + (d) - 1) / (d)) : (n) / (d))
#define CEIL(n, d) ((n) < 0 ? -(-(n) / (d)) : ((n) + (d) - 1) / (d))

static double A[N][N], B[N][N], C[N][N];
static float circle[N], turned[N];

void tiles_symbol(int n, int ts) {
  for (int ii = 0; ii < n; ii += ts)
#pragma omp parallel for
    for (int jj = 0; jj < n; jj += ts)
      for (int kk = 0; kk < n; kk += ts)
        for (int i = ii; i < MIN(ii + ts, n); i++)
          for (int j = jj; j < MIN(jj + ts, n); j++)
            for (int k = kk; k < MIN(kk + ts, n); k++)
              C[i][j] += A[i][k] * B[k][j];
}

void tiles_collapsed(int n) {
#pragma omp parallel for collapse(2)
  for (int ii = 0; ii < n; ii += 5)
    for (int jj = 0; jj < n; jj += 5)
      for (int kk = 0; kk < n; kk += 5)
        for (int i = ii; i < MIN(ii + 5, n); i++)
          for (int j = jj; j < MIN(jj + 5, n); j++)
            for (int k = kk; k < MIN(kk + 5, n); k++)
              C[i][j] += A[i][k] * B[k][j];
}

void tiles_rounded(int n) {
#pragma omp parallel for
  for (int ii = 0; ii <= FLOOR(n - 1, 8); ii++)
    for (int jj = 0; jj <= FLOOR(n - 1, 8); jj++)
      for (int i = 8 * ii; i <= MIN(n - 1, 8 * ii + 7); i++)
        for (int j = 8 * jj; j <= MIN(n - 1, 8 * jj + 7); j++)
          C[i][j] = A[i][j] + B[j][i];
}

void tiles_skewed(int t, int n) {
  for (int c = 0; c <= FLOOR(n + 2 * t, 8); c++) {
#pragma omp parallel for
    for (int ii = MAX(0, CEIL(8 * c - t, 8)); ii <= MIN(FLOOR(n - 1, 8), c); ii++)
      for (int i = MAX(1, 8 * ii); i <= MIN(n - 2, 8 * ii + 7); i++)
        for (int j = 1; j < n - 1; j++)
          B[i][j] = A[i - 1][j] + A[i + 1][j];
  }
}

void border_filter(int n, double in[N][N], double k[3][3], double out[N][N]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
          int y = i + a - 1, x = j + b - 1;
          if (y >= 0 && y < n && x >= 0 && x < n)
            out[i][j] += in[y][x] * k[a][b];
        }
}

void border_left_out(int n, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int a = 0; a < 3; a++) {
      if (i + a - 1 < 0 || i + a - 1 >= n)
        y[i] = 0;
      else
        y[i] += x[i + a - 1];
    }
}

void turned_index(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    turned[i] = circle[i == 0 ? N - 1 : i - 1] + circle[i < 2 ? N - 2 + i : i - 2];
}

void red_black(int n, double (*u)[N], int steps) {
  for (int s = 0; s < steps; s++)
    for (int colour = 0; colour < 2; colour++) {
#pragma omp parallel for
      for (int i = 1; i < n - 1; i++)
        for (int j = 1 + (i + colour) % 2; j < n - 1; j += 2)
          u[i][j] = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1];
    }
}

void row_neighbours(int n, double **x, double **y) {
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n; j++)
      y[i][j] = x[i - 1][j] + x[i + 1][j] + x[i][j - 1];
}

void collapse_symbols(int n, int m, double *x) {
#pragma omp parallel for collapse(3)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 0; k < m + 1; k++)
        x[(i * n + j) * m + k] += 1;
}

int main(void) {
  double *x = calloc(5000, sizeof *x), **rows = malloc(N * sizeof *rows), **more = malloc(N * sizeof *more);
  for (int i = 0; i < N; i++)
    rows[i] = calloc(N, sizeof **rows);
  for (int i = 0; i < N; i++)
    more[i] = calloc(N, sizeof **more);
  tiles_symbol(23, 5);
  tiles_collapsed(23);
  tiles_rounded(23);
  tiles_skewed(9, 23);
  border_filter(13, A, (void *)x, B);
  border_left_out(17, x, x + 100);
  turned_index();
  red_black(20, C, 2);
  row_neighbours(N, rows, more);
  collapse_symbols(9, 11, x);
  return 0;
}
