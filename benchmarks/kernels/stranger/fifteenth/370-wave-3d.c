/* Acoustic wave, 7-point Laplacian, three time levels through pointers. */
#include <stdio.h>
#include <stdlib.h>

#define N 72
typedef double field[N][N][N];

int main(void) {
  field *old = calloc(1, sizeof(field));
  field *cur = calloc(1, sizeof(field));
  field *new = calloc(1, sizeof(field));
  (*cur)[N / 2][N / 2][N / 2] = 1.0;

  for (int t = 0; t < 12; t++) {
#pragma omp parallel for collapse(2) schedule(static)
    for (int k = 1; k < N - 1; k++)
      for (int j = 1; j < N - 1; j++)
        for (int i = 1; i < N - 1; i++) {
          double lap = (*cur)[k][j][i - 1] + (*cur)[k][j][i + 1] + (*cur)[k][j - 1][i] + (*cur)[k][j + 1][i] +
                       (*cur)[k - 1][j][i] + (*cur)[k + 1][j][i] - 6.0 * (*cur)[k][j][i];
          (*new)[k][j][i] = 2.0 * (*cur)[k][j][i] - (*old)[k][j][i] + 0.2 * lap;
        }
    field *x = old;
    old = cur;
    cur = new;
    new = x;
  }

  double s = 0.0;
  for (int k = 0; k < N; k++)
    for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++)
        s += (*cur)[k][j][i] * (*cur)[k][j][i];
  printf("%.12e\n", s);
  free(old);
  free(cur);
  free(new);
  return 0;
}
