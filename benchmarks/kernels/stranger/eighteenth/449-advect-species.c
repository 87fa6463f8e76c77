/* Five species beside each other in each cell; cells are dealt out in pairs. */
#include <stdio.h>

#define N 50000
#define S 5

static float c[2][N][S], wind[N];

int main(void) {
  for (int i = 0; i < N; i++) {
    wind[i] = 0.1f + 0.01f * (i % 9);
    for (int s = 0; s < S; s++)
      c[0][i][s] = (float)((i + s) % 13);
  }

  for (int t = 0; t < 10; t++) {
    int a = t % 2, b = 1 - a;
#pragma omp parallel for schedule(static, 2)
    for (int i = 1; i < N; i++)
      for (int s = 0; s < S; s++)
        c[b][i][s] = c[a][i][s] - wind[i] * (c[a][i][s] - c[a][i - 1][s]);
  }

  double s = 0.0;
  for (int i = 0; i < N; i++)
    s += c[0][i][i % S];
  printf("%.5f\n", s);
  return 0;
}
