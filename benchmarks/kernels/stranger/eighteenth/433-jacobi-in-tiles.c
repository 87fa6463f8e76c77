/* Smoothing in tiles: each is copied to the stack, smoothed twice and written. */
#include <stdio.h>
#include <string.h>

#define N 768
#define T 32

static float a[N + 4][N + 4], b[N + 4][N + 4];

int main(void) {
  for (int i = 0; i < N + 4; i++)
    for (int j = 0; j < N + 4; j++)
      a[i][j] = (float)((i * j) % 21);

#pragma omp parallel for collapse(2) schedule(static, 1)
  for (int ti = 0; ti < N; ti += T)
    for (int tj = 0; tj < N; tj += T) {
      float u[T + 4][T + 4], v[T + 4][T + 4];
      for (int i = 0; i < T + 4; i++)
        for (int j = 0; j < T + 4; j++)
          u[i][j] = a[ti + i][tj + j];
      for (int i = 1; i < T + 3; i++)
        for (int j = 1; j < T + 3; j++)
          v[i][j] = 0.2f * (u[i][j] + u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
      for (int i = 2; i < T + 2; i++)
        for (int j = 2; j < T + 2; j++)
          b[ti + i][tj + j] = 0.2f * (v[i][j] + v[i - 1][j] + v[i + 1][j] + v[i][j - 1] + v[i][j + 1]);
    }

  double s = 0.0;
  for (int i = 0; i < N; i++)
    s += b[i + 2][(i * 7) % N + 2];
  printf("%.4f\n", s);
  return 0;
}
