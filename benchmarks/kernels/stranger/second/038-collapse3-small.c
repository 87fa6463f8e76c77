/* Block-structured field update, collapse(3) over three small outer dimensions with a 96-byte innermost row. */
#include <stdio.h>
#include <stdlib.h>

#define NB 6
#define NK 40
#define NJ 300
#define NI 24

static float q[NB][NK][NJ][NI], rhs[NB][NK][NJ][NI];

int main(void) {
  for (int b = 0; b < NB; b++)
    for (int k = 0; k < NK; k++)
      for (int j = 0; j < NJ; j++)
        for (int i = 0; i < NI; i++) {
          q[b][k][j][i] = 1.0f + (float)((i + j + k + b) % 4);
          rhs[b][k][j][i] = (float)((i * j + k) % 5) * 0.1f;
        }

  for (int t = 0; t < 60; t++) {
#pragma omp parallel for collapse(3) schedule(static)
    for (int b = 0; b < NB; b++)
      for (int k = 0; k < NK; k++)
        for (int j = 0; j < NJ; j++)
          for (int i = 0; i < NI; i++)
            q[b][k][j][i] += 0.01f * (rhs[b][k][j][i] - 0.1f * q[b][k][j][i]);
  }

  double s = 0;
  for (int b = 0; b < NB; b++)
    for (int k = 0; k < NK; k++)
      for (int j = 0; j < NJ; j++)
        for (int i = 0; i < NI; i++)
          s += q[b][k][j][i];
  printf("%.4f\n", s);
  return 0;
}
