/* Tiled product of 256 x 256 float matrices, tiles handed out by collapse. */
#include <stdio.h>
#include <stdlib.h>

#define N 256
#define B 32

static float a[N][N], b[N][N], c[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = (float)((i + j) % 10);
      b[i][j] = (float)((i * j) % 7);
    }

#pragma omp parallel for collapse(2) schedule(dynamic)
  for (int ib = 0; ib < N; ib += B)
    for (int jb = 0; jb < N; jb += B)
      for (int kb = 0; kb < N; kb += B)
        for (int i = ib; i < ib + B; i++)
          for (int k = kb; k < kb + B; k++) {
            float f = a[i][k];
            for (int j = jb; j < jb + B; j++)
              c[i][j] += f * b[k][j];
          }

  double s = 0.0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      s += c[i][j] * (1 + (i + 2 * j) % 3);
  printf("%.1f\n", s);
  return 0;
}
