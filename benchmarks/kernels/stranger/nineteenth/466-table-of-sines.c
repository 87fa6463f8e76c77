/* Looks up a table of sines for phases that advance by a fixed step. */
#include <math.h>
#include <stdio.h>

#define N 1000000
#define T 4096

static double table[T], out[N];

int main(void) {
  for (int i = 0; i < T; i++)
    table[i] = sin(6.283185307 * i / T);
#pragma omp parallel for schedule(static, 16)
  for (int i = 0; i < N; i++)
    out[i] = table[(i * 5) & (T - 1)] * 0.5 + 0.5;
  printf("%.6f\n", out[12345]);
  return 0;
}
