/* LU with partial pivoting by swapping row pointers */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void lu(double **a, int n) {
  for (int k = 0; k < n - 1; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(a[i][k]) > fabs(a[p][k]))
        p = i;
    double *t = a[k];
    a[k] = a[p];
    a[p] = t;
    const double *pivot = a[k];
#pragma omp parallel for schedule(dynamic, 4) firstprivate(pivot)
    for (int i = k + 1; i < n; i++) {
      double *r = a[i];
      double m = r[k] /= pivot[k];
      for (int j = k + 1; j < n; j++)
        r[j] -= m * pivot[j];
    }
  }
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 420;
  double **a = malloc(n * sizeof *a);
  for (int i = 0; i < n; i++) {
    a[i] = malloc(n * sizeof **a);
    for (int j = 0; j < n; j++)
      a[i][j] = sin(i * 1.3 + j * j * 0.7) + (i == j) * 2;
  }
  lu(a, n);
  double logdet = 0;
  for (int i = 0; i < n; i++)
    logdet += log(fabs(a[i][i]));
  printf("logdet %.9f\n", logdet);
  for (int i = 0; i < n; i++)
    free(a[i]);
  free(a);
  return 0;
}
