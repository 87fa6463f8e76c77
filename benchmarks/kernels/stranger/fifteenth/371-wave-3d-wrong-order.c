/* Advection in three dimensions with the fastest index outermost. */
#include <stdio.h>
#include <stdlib.h>

#define NI 128
#define NJ 64
#define NK 40

static float q[NK][NJ][NI], r[NK][NJ][NI];

int main(void) {
  for (int k = 0; k < NK; k++)
    for (int j = 0; j < NJ; j++)
      for (int i = 0; i < NI; i++)
        q[k][j][i] = (float)((i + 2 * j + 3 * k) % 23);

  for (int step = 0; step < 6; step++) {
#pragma omp parallel
    {
#pragma omp for
      for (int i = 1; i < NI; i++)
        for (int j = 1; j < NJ; j++)
          for (int k = 1; k < NK; k++)
            r[k][j][i] = q[k][j][i] - 0.20f * (q[k][j][i] - q[k][j][i - 1]) - 0.10f * (q[k][j][i] - q[k][j - 1][i]) -
                         0.05f * (q[k][j][i] - q[k - 1][j][i]);
#pragma omp for
      for (int i = 1; i < NI; i++)
        for (int j = 1; j < NJ; j++)
          for (int k = 1; k < NK; k++)
            q[k][j][i] = r[k][j][i];
    }
  }

  double s = 0.0;
  for (int k = 0; k < NK; k++)
    for (int j = 0; j < NJ; j++)
      for (int i = 0; i < NI; i++)
        s += q[k][j][i] * (1 + i % 2);
  printf("checksum %.5f\n", s);
  return 0;
}
