#include <stdio.h>
#include <stdlib.h>

static void fill(int r, int c, double m[r][c]) {
#pragma omp parallel for collapse(2) schedule(static)
  for (int i = 0; i < r; i++)
    for (int j = 0; j < c; j++)
      m[i][j] = (double)(i * 3 + j * 5) / (1 + ((i ^ j) & 15));
}

int main(int argc, char **argv) {
  int r = argc > 1 ? atoi(argv[1]) : 701;
  int c = argc > 2 ? atoi(argv[2]) : 1203;
  double(*m)[c] = malloc(sizeof(double[r][c]));
  if (!m)
    return 1;
  for (int t = 0; t < 3; t++)
    fill(r, c, m);
  double s = 0;
  for (int i = 0; i < r; i++)
    for (int j = 0; j < c; j++)
      s += m[i][j];
  printf("%.6e\n", s);
  free(m);
  return 0;
}
