/* Symmetric sparse product: only the lower half is stored. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const int n = 40000, per = 8;
  int *start = malloc((n + 1) * sizeof *start), *col = malloc((size_t)n * per * sizeof *col);
  double *val = malloc((size_t)n * per * sizeof *val), *x = malloc(n * sizeof *x), *y = calloc(n, sizeof *y);
  int k = 0;
  for (int i = 0; i < n; i++) {
    start[i] = k;
    for (int j = 0; j < per && j <= i; j++) {
      col[k] = (int)((i * 48271L + j * 69621L) % (i + 1));
      val[k++] = 0.01 * (j + 1);
    }
    x[i] = 1.0 + i % 3;
  }
  start[n] = k;

#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    double s = 0.0;
    for (int p = start[i]; p < start[i + 1]; p++) {
      int j = col[p];
      s += val[p] * x[j];
      if (j != i) {
#pragma omp atomic
        y[j] += val[p] * x[i];
      }
    }
#pragma omp atomic
    y[i] += s;
  }

  double s = 0.0;
  for (int i = 0; i < n; i++)
    s += y[i];
  printf("%.4f\n", s);
  free(start);
  free(col);
  free(val);
  free(x);
  free(y);
  return 0;
}
