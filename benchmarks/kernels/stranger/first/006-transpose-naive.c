/* Out-of-place transpose of a 2048 x 2048 double matrix; the writes stride by a power of two. */
#include <stdio.h>
#include <stdlib.h>

#define N 2048

int main(void) {
  double(*in)[N] = malloc(sizeof(double[N][N]));
  double(*out)[N] = malloc(sizeof(double[N][N]));
  if (!in || !out)
    return 1;

  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      in[i][j] = i * 0.5 - j * 0.25;

  for (int rep = 0; rep < 3; rep++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        out[j][i] = in[i][j];
    in[rep][rep] += out[rep + 1][rep];
  }

  double s = 0;
  for (int i = 0; i < N; i += 3)
    s += out[i][(i * 7) % N];
  printf("%.4f\n", s);
  free(in);
  free(out);
  return 0;
}
