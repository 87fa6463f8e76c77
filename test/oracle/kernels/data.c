/* Kinds of data: records, rows of pointers, small elements, block copies, arrays on the stack. */
#include <stdlib.h>
#include <string.h>

struct point {
  double x, y, z;
  int kind;
  float weight[3];
};
struct grid {
  int rows, columns;
  double *cells;
};

void records(int n, struct point *p) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    p[i].x = p[i].y + p[i].z;
    p[i].kind++;
    for (int k = 0; k < 3; k++)
      p[i].weight[k] *= 2;
  }
}

void record_copy(int n, struct point *restrict p, const struct point *restrict q) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    p[i] = q[n - 1 - i];
}

void record_local(int n, struct point *restrict p, double *restrict out) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    struct point here = p[i];
    out[i] = here.x * here.y;
  }
}

void rows(int n, int m, double **x, double **y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i][j] += y[i][j];
}

void row_hoisted(int n, int m, double **x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *row = x[i];
    for (int j = 1; j < m; j++)
      row[j] = row[j - 1];
  }
}

/* oracle through_record: g->rows=9,g->columns=13 */
void through_record(struct grid *g) {
#pragma omp parallel for
  for (int i = 0; i < g->rows; i++)
    for (int j = 0; j < g->columns; j++)
      g->cells[i * g->columns + j] += 1;
}

void by_value(struct grid g) {
#pragma omp parallel for
  for (int i = 0; i < g.rows; i++)
    for (int j = 0; j < g.columns; j++)
      g.cells[i * g.columns + j] += 1;
}

void small_elements(int n, unsigned char *restrict bytes, short *restrict shorts, float *restrict floats,
                    long double *restrict longs) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    bytes[i] = (unsigned char)i;
    shorts[2 * i] = bytes[i];
    floats[i] += shorts[i];
    longs[i] = floats[i];
  }
}

void block_copy(int n, int m, double (*restrict x)[m], double (*restrict y)[m]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    memcpy(x[i], y[i], sizeof(double) * (size_t)m);
    memset(y[i], 0, sizeof(double) * 8);
  }
}

void stack_array(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double window[5];
    for (int j = 0; j < 5; j++)
      window[j] = x[i + j];
    double sum = 0;
    for (int j = 0; j < 5; j++)
      sum += window[j] * window[4 - j];
    x[i] = sum;
  }
}

void host_array(int n, double *x) {
  double table[16];
  for (int j = 0; j < 16; j++)
    table[j] = j;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 16; j++)
      x[i] += table[j];
}

void private_array(int n, double *x) {
  double window[4];
#pragma omp parallel for private(window)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 4; j++)
      window[j] = x[i + j];
    for (int j = 0; j < 4; j++)
      x[i + j] = window[3 - j];
  }
}

void either(int n, int from_y, double *x, double *y, double *z) {
  const double *source = from_y ? y : x;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    z[i] = source[i] + x[i];
}

void swapped(int n, double *x, double *y) {
  for (int t = 0; t < 4; t++) {
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
      y[i] = x[i - 1] + x[i + 1];
    double *other = x;
    x = y;
    y = other;
  }
}

static double table[8][16];

void table_rows(int n, int which, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = table[which][i % 16] + table[i / 8][which];
}

void cells_of_cells(int n, int m, double ***x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int k = 0; k < 4; k++)
        x[i][j][k] = 1;
}

/* Blocks of a table, all of one size, each with memory that it gives back. */
void block_memory(int blocks, const int *first, const double *x, double *y) {
  for (int b = 0; b < blocks; b++) {
    int n = first[b + 1] - first[b];
    double *next = malloc((size_t)n * sizeof *next);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      next[i] = x[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] = next[i];
    free(next);
  }
}

int main(void) {
  struct point *p = calloc(100, sizeof *p), *q = calloc(100, sizeof *q);
  double *x = calloc(4000, sizeof *x), *y = calloc(4000, sizeof *y);
  /* Rows allocated one after the other, as most programs do. */
  double *row_a[20], *row_b[20], *cell[40], **cube[5];
  for (int i = 0; i < 20; i++)
    row_a[i] = calloc(13, sizeof(double));
  for (int i = 0; i < 20; i++)
    row_b[i] = calloc(13, sizeof(double));
  for (int i = 0; i < 40; i++)
    cell[i] = calloc(4, sizeof(double));
  for (int i = 0; i < 5; i++)
    cube[i] = cell + 6 * i;
  struct grid g = {9, 13, x};
  records(20, p);
  record_copy(20, p, q);
  record_local(20, p, x);
  rows(11, 13, row_a, row_b);
  row_hoisted(11, 13, row_a);
  through_record(&g);
  by_value(g);
  small_elements(30, (void *)x, (void *)(x + 1000), (void *)y, (void *)(y + 1000));
  block_copy(7, 11, (void *)x, (void *)y);
  stack_array(25, x);
  host_array(9, x);
  private_array(14, x);
  either(21, 1, x, y, y + 1000);
  swapped(22, x, y);
  table_rows(40, 3, x);
  cells_of_cells(5, 6, cube);
  int first[5] = {0, 40, 80, 120, 160};
  block_memory(4, first, x, y);
  return 0;
}
