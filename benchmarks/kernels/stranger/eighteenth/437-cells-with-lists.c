/* Particles hang in lists of their cells; the number of a cell differs. */
#include <stdio.h>
#include <stdlib.h>

#define CELLS 4096

int main(void) {
  const int n = 100000;
  int *head = malloc(CELLS * sizeof *head), *next = malloc(n * sizeof *next);
  float *x = malloc(n * sizeof *x), *density = calloc(CELLS, sizeof *density);
  for (int c = 0; c < CELLS; c++)
    head[c] = -1;
  for (int i = 0; i < n; i++) {
    x[i] = (float)((i * 1103515245u >> 8) % 1000) * 0.001f;
    int c = (int)(x[i] * x[i] * (CELLS - 1));
    next[i] = head[c];
    head[c] = i;
  }

#pragma omp parallel for schedule(dynamic, 4)
  for (int c = 0; c < CELLS; c++)
    for (int i = head[c]; i >= 0; i = next[i])
      density[c] += x[i];

  double s = 0.0;
  for (int c = 0; c < CELLS; c++)
    s += density[c] * (c % 3);
  printf("%.4f\n", s);
  free(head);
  free(next);
  free(x);
  free(density);
  return 0;
}
