/* Cache-blocked single-precision matmul, 64 x 64 blocks of C handed out with collapse(2). */
#include <stdio.h>
#include <stdlib.h>

#define N 768
#define B 64

static float a[N][N], b[N][N], c[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = (float)((i + j) % 4);
      b[i][j] = (float)((i * j) % 3);
    }

#pragma omp parallel for collapse(2) schedule(static)
  for (int ib = 0; ib < N; ib += B)
    for (int jb = 0; jb < N; jb += B)
      for (int kb = 0; kb < N; kb += B)
        for (int i = ib; i < ib + B; i++)
          for (int k = kb; k < kb + B; k++) {
            float x = a[i][k];
            for (int j = jb; j < jb + B; j++)
              c[i][j] += x * b[k][j];
          }

  double s = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      s += c[i][j] * (1 + (i ^ j) % 5);
  printf("%.0f\n", s);
  return 0;
}
