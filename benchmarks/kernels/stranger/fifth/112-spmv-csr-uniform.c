#include <stdio.h>
#include <stdlib.h>

#define SIDE 300
#define ROWS (SIDE * SIDE)

typedef struct {
  int nrow;
  int *ptr, *col;
  double *val;
} csr;

static void spmv(const csr *A, const double *x, double *y) {
#pragma omp parallel for schedule(static)
  for (int r = 0; r < A->nrow; r++) {
    double sum = 0;
    for (int k = A->ptr[r]; k < A->ptr[r + 1]; k++)
      sum += A->val[k] * x[A->col[k]];
    y[r] = sum;
  }
}

int main(void) {
  csr A = {ROWS, malloc((ROWS + 1) * sizeof(int)), malloc(5 * ROWS * sizeof(int)), malloc(5 * ROWS * sizeof(double))};
  double *x = malloc(ROWS * sizeof *x), *y = malloc(ROWS * sizeof *y);
  int nz = 0;
  for (int r = 0; r < ROWS; r++) {
    int i = r / SIDE, j = r % SIDE;
    A.ptr[r] = nz;
    if (i > 0) {
      A.col[nz] = r - SIDE;
      A.val[nz++] = -1;
    }
    if (j > 0) {
      A.col[nz] = r - 1;
      A.val[nz++] = -1;
    }
    A.col[nz] = r;
    A.val[nz++] = 4;
    if (j < SIDE - 1) {
      A.col[nz] = r + 1;
      A.val[nz++] = -1;
    }
    if (i < SIDE - 1) {
      A.col[nz] = r + SIDE;
      A.val[nz++] = -1;
    }
    x[r] = (r % 100) * 0.01;
  }
  A.ptr[ROWS] = nz;
  for (int it = 0; it < 20; it++)
    spmv(&A, x, y);
  double s = 0;
  for (int r = 0; r < ROWS; r++)
    s += y[r] * x[r];
  printf("%.6f\n", s);
  return 0;
}
