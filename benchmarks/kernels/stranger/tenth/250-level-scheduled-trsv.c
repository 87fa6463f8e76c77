/* sparse triangular solve by levels; levels of very different width */
#include <stdio.h>
#include <stdlib.h>
#define LEVELS 500
#define MAXW 1200
#define NNZ 6
static int start[LEVELS + 1];
static int (*col)[NNZ];
static double (*val)[NNZ], *x, *b;

static void solve(void) {
#pragma omp parallel
  for (int l = 0; l < LEVELS; l++) {
#pragma omp for schedule(guided, 8)
    for (int i = start[l]; i < start[l + 1]; i++) {
      double s = b[i];
      if (l)
        for (int k = 0; k < NNZ; k++)
          s -= val[i][k] * x[col[i][k]];
      x[i] = s / (4.0 + (i % 3));
    }
  }
}
int main(void) {
  for (int l = 0; l < LEVELS; l++)
    start[l + 1] = start[l] + 1 + (l * l * 7 + l * 13) % MAXW;
  int n = start[LEVELS];
  col = malloc(n * sizeof *col);
  val = malloc(n * sizeof *val);
  x = malloc(n * sizeof *x);
  b = malloc(n * sizeof *b);
  for (int l = 0; l < LEVELS; l++)
    for (int i = start[l]; i < start[l + 1]; i++) {
      b[i] = 1.0 + i % 5;
      for (int k = 0; k < NNZ; k++) {
        col[i][k] = l ? (i * 31 + k * 17) % start[l] : 0;
        val[i][k] = 0.1 * (k + 1);
      }
    }
  for (int rep = 0; rep < 5; rep++)
    solve();
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  printf("n %d sum %.10f\n", n, s);
  return 0;
}
