/* 7-point heat equation on 128^3 doubles, planes of power-of-two size, collapse(2) over k and j. */
#include <stdio.h>
#include <stdlib.h>

#define N 128
#define STEPS 24

typedef double grid[N][N][N];

int main(void) {
  grid *a = malloc(sizeof(grid)), *b = malloc(sizeof(grid));
  if (!a || !b)
    return 1;
  for (int k = 0; k < N; k++)
    for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++)
        (*a)[k][j][i] = (*b)[k][j][i] = (i * j + k) % 7;

  for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for collapse(2)
    for (int k = 1; k < N - 1; k++)
      for (int j = 1; j < N - 1; j++)
        for (int i = 1; i < N - 1; i++)
          (*b)[k][j][i] = 0.4 * (*a)[k][j][i] + 0.1 * ((*a)[k - 1][j][i] + (*a)[k + 1][j][i] + (*a)[k][j - 1][i] +
                                                       (*a)[k][j + 1][i] + (*a)[k][j][i - 1] + (*a)[k][j][i + 1]);
    grid *tmp = a;
    a = b;
    b = tmp;
  }

  double s = 0;
  for (int k = 0; k < N; k++)
    for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++)
        s += (*a)[k][j][i] * ((i + j + k) & 1 ? -1 : 2);
  printf("%.8f\n", s);
  free(a);
  free(b);
  return 0;
}
