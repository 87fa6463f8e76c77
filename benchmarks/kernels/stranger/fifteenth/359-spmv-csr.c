/* Sparse matrix (irregular row lengths) times vector, repeated. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 40000;
  int *ptr = malloc(sizeof(int) * (n + 1));
  ptr[0] = 0;
  for (int i = 0; i < n; i++)
    ptr[i + 1] = ptr[i] + 3 + (i * 37 % 29);
  int nnz = ptr[n];
  int *col = malloc(sizeof(int) * nnz);
  double *val = malloc(sizeof(double) * nnz);
  double *x = malloc(sizeof(double) * n);
  double *y = malloc(sizeof(double) * n);
  for (int i = 0; i < n; i++) {
    x[i] = 1.0 + (i % 10);
    for (int k = ptr[i]; k < ptr[i + 1]; k++) {
      col[k] = (int)(((long)i * 13 + (long)(k - ptr[i]) * 997) % n);
      val[k] = 1.0 / (1 + k - ptr[i]);
    }
  }

  for (int it = 0; it < 5; it++) {
#pragma omp parallel for schedule(guided, 16)
    for (int i = 0; i < n; i++) {
      double s = 0.0;
      for (int k = ptr[i]; k < ptr[i + 1]; k++)
        s += val[k] * x[col[k]];
      y[i] = s;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] = 0.9 * x[i] + 0.01 * y[i];
  }

  double c = 0.0;
  for (int i = 0; i < n; i++)
    c += x[i];
  printf("%.10e\n", c);
  free(ptr);
  free(col);
  free(val);
  free(x);
  free(y);
  return 0;
}
