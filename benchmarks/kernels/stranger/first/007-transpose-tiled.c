/* Tiled transpose of an odd-sized float matrix, tiles of 32 x 32 distributed with collapse(2). */
#include <stdio.h>
#include <stdlib.h>

#define ROWS 2999
#define COLS 3001
#define T 32
#define MIN(a, b) ((a) < (b) ? (a) : (b))

int main(void) {
  float *x = malloc(sizeof(float) * ROWS * COLS);
  float *y = malloc(sizeof(float) * ROWS * COLS);
  if (!x || !y)
    return 1;
  for (size_t i = 0; i < (size_t)ROWS * COLS; i++)
    x[i] = (float)(i & 1023);

  for (int rep = 0; rep < 3; rep++) {
#pragma omp parallel for collapse(2)
    for (int ii = 0; ii < ROWS; ii += T)
      for (int jj = 0; jj < COLS; jj += T) {
        int ie = MIN(ii + T, ROWS), je = MIN(jj + T, COLS);
        for (int i = ii; i < ie; i++)
          for (int j = jj; j < je; j++)
            y[(size_t)j * ROWS + i] = x[(size_t)i * COLS + j];
      }
    x[rep] = y[rep * 17 + 3] + 1.0f;
  }

  double s = 0;
  for (int i = 0; i < ROWS * COLS; i += 101)
    s += y[i] * (i % 3);
  printf("%.1f\n", s);
  free(x);
  free(y);
  return 0;
}
