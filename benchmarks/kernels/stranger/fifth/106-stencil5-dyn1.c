#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NX 800
#define NY 900

static void sweep(double (*restrict b)[NX], double (*restrict a)[NX]) {
#pragma omp parallel for schedule(dynamic, 1)
  for (int j = 1; j < NY - 1; j++)
    for (int i = 1; i < NX - 1; i++)
      b[j][i] = 0.25 * (a[j - 1][i] + a[j + 1][i] + a[j][i - 1] + a[j][i + 1]);
}

int main(void) {
  double(*a)[NX] = calloc(NY, sizeof *a);
  double(*b)[NX] = calloc(NY, sizeof *b);
  if (!a || !b)
    return 1;
  for (int i = 0; i < NX; i++)
    a[0][i] = 100.0;
  memcpy(b, a, sizeof(double) * NX * NY);
  for (int it = 0; it < 20; it++) {
    sweep(b, a);
    sweep(a, b);
  }
  double s = 0;
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++)
      s += a[j][i];
  printf("heat %.6f\n", s);
  free(a);
  free(b);
  return 0;
}
