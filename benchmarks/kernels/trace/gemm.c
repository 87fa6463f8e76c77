/* Matrix product, 300 x 330 x 360 at SIZE 30: the inner loop is one record. */
#include "../irregular/kernel.h"

const int kernel_default_size = 30;

static double *a, *b, *c;

void kernel_prepare(int size) {
  size_t n = 10 * (size_t)size, m = 11 * (size_t)size, l = 12 * (size_t)size;
  a = place(sizeof *a * n * l);
  b = place(sizeof *b * l * m);
  c = place(sizeof *c * n * m);
  for (size_t i = 0; i < n * l; i++)
    a[i] = draw(100);
  for (size_t i = 0; i < l * m; i++)
    b[i] = draw(100);
}

static void multiply(int n, int m, int l, double (*restrict to)[m], double (*restrict left)[l],
                     double (*restrict right)[m]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < l; k++)
      for (int j = 0; j < m; j++)
        to[i][j] += left[i][k] * right[k][j];
}

void kernel_run(int size) {
  int m = 11 * size, l = 12 * size;
  multiply(10 * size, m, l, (double(*)[m])c, (double(*)[l])a, (double(*)[m])b);
}

uint64_t kernel_checksum(void) { return (uint64_t)c[0]; }
