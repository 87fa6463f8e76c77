/* Degree-30 polynomial of every element by Horner's rule, in place: arithmetic dominates the memory traffic. */
#include <stdio.h>
#include <stdlib.h>

#define N 1500000
#define DEG 30

int main(void) {
  double *x = malloc(N * sizeof *x);
  double c[DEG + 1];
  if (!x)
    return 1;
  c[0] = 1.0;
  for (int k = 1; k <= DEG; k++)
    c[k] = c[k - 1] / k;
  for (int i = 0; i < N; i++)
    x[i] = (double)(i % 4096) / 2048.0 - 1.0;

  for (int r = 0; r < 2; r++) {
#pragma omp parallel for schedule(static, 1000)
    for (int i = 0; i < N; i++) {
      double p = c[DEG];
      for (int k = DEG - 1; k >= 0; k--)
        p = p * x[i] + c[k];
      x[i] = p / 3.0 - 0.5;
    }
  }

  double s = 0;
  for (int i = 0; i < N; i++)
    s += x[i];
  printf("%.8f\n", s);
  free(x);
  return 0;
}
