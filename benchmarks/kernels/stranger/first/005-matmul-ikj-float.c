/* Matrix product in i-k-j order on float rows of odd length; all accesses are unit stride. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { M = 1001, K = 887, N = 1033 };

int main(void) {
  float *a = malloc(sizeof(float) * M * K);
  float *b = malloc(sizeof(float) * K * N);
  float *c = malloc(sizeof(float) * M * N);
  if (!a || !b || !c)
    return 1;

  for (int i = 0; i < M * K; i++)
    a[i] = (float)(i % 11) * 0.125f;
  for (int i = 0; i < K * N; i++)
    b[i] = (float)(i % 13) * 0.25f;

#pragma omp parallel for schedule(static)
  for (int i = 0; i < M; i++) {
    float *ci = c + (size_t)i * N;
    memset(ci, 0, N * sizeof(float));
    for (int k = 0; k < K; k++) {
      const float aik = a[i * K + k];
      const float *bk = b + (size_t)k * N;
      for (int j = 0; j < N; j++)
        ci[j] += aik * bk[j];
    }
  }

  double s = 0;
  for (int i = 0; i < M * N; i++)
    s += c[i];
  printf("%.3f\n", s);
  free(a);
  free(b);
  free(c);
  return 0;
}
