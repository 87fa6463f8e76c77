#include <stdio.h>
#include <stdlib.h>

static void solve_lines(int nl, int len, double *const *line, double *work) {
#pragma omp parallel for schedule(static)
  for (int l = 0; l < nl; l++) {
    double *d = line[l], *c = work + (size_t)l * len;
    c[0] = 0.25;
    d[0] *= 0.25;
    for (int i = 1; i < len; i++) {
      double m = 1.0 / (4.0 - c[i - 1]);
      c[i] = m;
      d[i] = (d[i] - d[i - 1]) * m;
    }
    for (int i = len - 2; i >= 0; i--)
      d[i] -= c[i] * d[i + 1];
  }
}

int main(int argc, char **argv) {
  int nl = argc > 1 ? atoi(argv[1]) : 400, len = 777;
  double **line = malloc(nl * sizeof *line);
  double *work = malloc((size_t)nl * len * sizeof *work);
  if (!line || !work)
    return 1;
  for (int l = 0; l < nl; l++) {
    line[l] = malloc(len * sizeof(double));
    for (int i = 0; i < len; i++)
      line[l][i] = (l * 13 + i) % 17;
  }
  for (int r = 0; r < 5; r++)
    solve_lines(nl, len, line, work);
  double s = 0;
  for (int l = 0; l < nl; l++)
    s += line[l][l % len];
  printf("%.8f\n", s);
  return 0;
}
