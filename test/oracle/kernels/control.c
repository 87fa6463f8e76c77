/* Control flow: guards, branches on data, early exits, indirect subscripts, calls. */
#include <math.h>
#include <stdlib.h>

void guard_affine(int n, double (*x)[n]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      if (j > i)
        x[i][j] = 1;
      else
        x[j][i] += 2;
    }
}

void guard_edges(int n, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = x[i];
    if (i > 0)
      sum += x[i - 1];
    if (i < n - 1)
      sum += x[i + 1];
    y[i] = sum;
  }
}

void guard_and(int n, int m, double (*x)[m]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      if (i > 0 && j > 0 && i < n - 1 && j < m - 1)
        x[i][j] = x[i - 1][j - 1];
}

void guard_or(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (i < 3 || i >= n - 3)
      x[i] = 5;
}

void guard_equal(int n, double (*x)[n]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (i != j)
        x[i][j] = 0;
      else
        x[i][i] = 1;
}

void guard_even(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (i % 2 == 0)
      x[i] = 1;
}

void guard_symbol(int n, int mode, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if (mode > 2)
      x[i] = y[i];
    else
      y[i] = x[i];
  }
}

void branch_on_data(int n, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (x[i] > 0.5)
      y[i] = x[i];
}

void select_on_data(int n, double *x, double *y, double *z) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    z[i] = x[i] > 0.5 ? y[i] : x[i];
}

void early_break(int n, double (*x)[n], int *found) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    found[i] = -1;
    for (int j = 0; j < n; j++)
      if (x[i][j] > 0.9) {
        found[i] = j;
        break;
      }
  }
}

void early_result(int n, int m, int *key, int *table, int *place) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    place[i] = -1;
    for (int j = 0; j < m; j++)
      if (table[j] == key[i]) {
        place[i] = j;
        break;
      }
  }
}

void early_continue(int n, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if (i % 3 == 1)
      continue;
    y[i] = x[i];
  }
}

void gather(int n, int *index, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] += x[index[i]];
}

void sparse(int n, int *row, int *column, double *value, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}

static inline double twice(const double *p, int i) { return p[i] * p[i + 1]; }

static void fill_row(double *row, int m) {
  for (int j = 0; j < m; j++)
    row[j] = j;
}

__attribute__((noinline)) static double far_away(double *p, int m) {
  double sum = 0;
  for (int j = 0; j < m; j++)
    sum += p[j];
  return sum;
}

void calls_small(int n, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = twice(x, i) + sqrt(twice(x, i + 2));
}

void calls_loop(int n, int m, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    fill_row(x + i * m, m);
    x[i * m] += far_away(x + i * m, m);
  }
}

static double recurse(double *x, int depth) { return depth ? x[depth] + recurse(x, depth - 1) : x[0]; }

void calls_recursive(int n, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = recurse(x, 3);
}

void calls_switch(int n, int mode, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    switch (mode) {
    case 0:
      x[i] = 1;
      break;
    case 7:
      x[2 * i] = 2;
      break;
    default:
      x[0] = 3;
    }
}

/* One colour of two, which the caller chooses, up and down. */
void colour(int n, int which, double x[n][n]) {
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    for (int j = 1 + ((i + which) & 1); j < n - 1; j += 2)
      x[i][j] += x[i - 1][j] + x[i][j + 1];
#pragma omp parallel for
  for (int i = n - 2; i >= 1; i--)
    for (int j = n - 2 - ((i + which) & 1); j >= 1; j -= 2)
      x[i][j] += x[i + 1][j] + x[i][j - 1];
}

int main(void) {
  double *x = calloc(4000, sizeof *x), *y = calloc(4000, sizeof *y);
  int *index = calloc(400, sizeof *index), *row = calloc(400, sizeof *row), *column = calloc(400, sizeof *column);
  for (int i = 0; i < 400; i++) {
    x[i] = (i * 7 % 11) / 10.0;
    index[i] = i * 13 % 40;
    row[i] = i * 3 / 2;
    column[i] = i * 17 % 50;
  }
  colour(17, 1, (void *)x);
  early_break(15, (void *)x, index + 200);
  branch_on_data(40, x, y);
  select_on_data(40, x, y, y + 100);
  gather(40, index, x, y);
  sparse(40, row, column, x, x + 100, y);
  guard_affine(13, (void *)x);
  guard_edges(23, x, y);
  guard_and(9, 11, (void *)x);
  guard_or(20, x);
  guard_equal(12, (void *)x);
  guard_even(25, x);
  guard_symbol(18, 3, x, y);
  early_result(30, 11, column, index + 100, index + 200);
  early_continue(31, x, y);
  calls_small(20, x, y);
  calls_loop(8, 12, x);
  calls_recursive(6, x, y);
  calls_switch(10, 7, x);
  return 0;
}
