/* Mixing matrix product with the plain i-j-k order and B walked down its columns. */
#include <stdio.h>
#include <stdlib.h>

static const int n = 320;

int main(void) {
  float *a = malloc(sizeof(float) * n * n);
  float *b = malloc(sizeof(float) * n * n);
  float *c = malloc(sizeof(float) * n * n);
  for (int i = 0; i < n * n; i++) {
    a[i] = (float)(i % 9) - 4.0f;
    b[i] = (float)(i % 7) - 3.0f;
  }
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float s = 0.0f;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
  double t = 0.0;
  for (int i = 0; i < n * n; i++)
    t += c[i] * (i % 4);
  printf("%.1f\n", t);
  free(a);
  free(b);
  free(c);
  return 0;
}
