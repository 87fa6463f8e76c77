/* ELLPACK product with column-major value and index arrays, huge static chunks (one chunk per half of the rows). */
#include <stdio.h>
#include <stdlib.h>

enum { N = 250000, WIDTH = 9, REPS = 15 };

int main(void) {
  float *val = malloc(sizeof(float) * WIDTH * N);
  int *idx = malloc(sizeof(int) * WIDTH * N);
  float *x = malloc(sizeof(float) * N), *y = malloc(sizeof(float) * N);
  if (!val || !idx || !x || !y)
    return 1;

  static const int off[WIDTH] = {-501, -500, -499, -1, 0, 1, 499, 500, 501};
  for (int k = 0; k < WIDTH; k++)
    for (int i = 0; i < N; i++) {
      int j = i + off[k];
      int in = j >= 0 && j < N;
      idx[k * N + i] = in ? j : i;
      val[k * N + i] = in ? (k == 4 ? 0.6f : 0.05f) : 0.0f;
    }
  for (int i = 0; i < N; i++)
    x[i] = (float)(i % 100) * 0.01f;

  for (int r = 0; r < REPS; r++) {
#pragma omp parallel for schedule(static, 125000)
    for (int i = 0; i < N; i++) {
      float s = 0;
      for (int k = 0; k < WIDTH; k++)
        s += val[k * N + i] * x[idx[k * N + i]];
      y[i] = s;
    }
    float *t = x;
    x = y;
    y = t;
  }

  double s = 0;
  for (int i = 0; i < N; i++)
    s += x[i];
  printf("%.5f\n", s);
  free(val);
  free(idx);
  free(x);
  free(y);
  return 0;
}
