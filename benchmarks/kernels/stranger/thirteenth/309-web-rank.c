/* Rank flow on a CSR web graph, pulled from in-neighbours; degrees are very uneven. */
#include <stdio.h>
#include <stdlib.h>

#define NV 60000

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 6;
  int *row = malloc(sizeof(int) * (NV + 1));
  row[0] = 0;
  for (int v = 0; v < NV; v++)
    row[v + 1] = row[v] + (v < 600 ? 1500 : 3 + v % 7);
  int ne = row[NV];
  int *col = malloc(sizeof(int) * (size_t)ne);
  unsigned s = 7u;
  for (int e = 0; e < ne; e++) {
    s = s * 1664525u + 1013904223u;
    col[e] = (int)((s >> 4) % NV);
  }
  double *r = malloc(sizeof(double) * NV), *q = malloc(sizeof(double) * NV);
  for (int v = 0; v < NV; v++)
    r[v] = 1.0 / NV;
  for (int it = 0; it < rounds; it++) {
#pragma omp parallel for schedule(static)
    for (int v = 0; v < NV; v++) {
      double sum = 0.0;
      for (int e = row[v]; e < row[v + 1]; e++)
        sum += r[col[e]];
      q[v] = 0.15 / NV + 0.85 * sum / (row[v + 1] - row[v]);
    }
    double *t = r;
    r = q;
    q = t;
  }
  double c = 0.0;
  for (int v = 0; v < NV; v++)
    c += r[v] * (v % 10);
  printf("%.10f\n", c);
  free(row);
  free(col);
  free(r);
  free(q);
  return 0;
}
