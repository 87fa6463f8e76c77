#include <stdio.h>
#include <stdlib.h>

static void reverse(double *a, int n) {
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n / 2; i++) {
    double t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 500001;
  double *a = malloc(n * sizeof *a);
  if (!a)
    return 1;
  for (int i = 0; i < n; i++)
    a[i] = i * 0.5;
  for (int r = 0; r < 7; r++)
    reverse(a, n);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * (i % 3);
  printf("%.1f\n", s);
  free(a);
  return 0;
}
