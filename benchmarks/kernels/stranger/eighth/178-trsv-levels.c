#include <stdio.h>
#include <stdlib.h>

#define N 600

static double *Lc; /* column major */

static void forward(double *b) {
  for (int k = 0; k < N; k++) {
    b[k] /= Lc[(size_t)k * N + k];
    double bk = b[k];
    const double *col = Lc + (size_t)k * N;
#pragma omp parallel for
    for (int i = k + 1; i < N; i++)
      b[i] -= bk * col[i];
  }
}

int main(void) {
  Lc = malloc(sizeof(double) * N * N);
  double *b = malloc(sizeof(double) * N);
  if (!Lc || !b)
    return 1;
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++)
      Lc[(size_t)k * N + i] = i == k ? 2.0 : 1.0 / (N + i + k);
  for (int i = 0; i < N; i++)
    b[i] = 1 + i % 3;
  forward(b);
  double s = 0;
  for (int i = 0; i < N; i++)
    s += b[i];
  printf("%.8f\n", s);
  free(Lc);
  free(b);
  return 0;
}
