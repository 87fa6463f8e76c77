/* Forward projection: the team shares the angles one by one and writes
   columns of the transposed sinogram det-major. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 128
#define NANG 64
#define NDET 200

static float img[N][N];
static float sino[NDET][NANG];

int main(void) {
  for (int y = 0; y < N; y++)
    for (int x = 0; x < N; x++)
      img[y][x] = (x - 60) * (x - 60) + (y - 70) * (y - 70) < 900 ? 2.0f : 0.0f;

#pragma omp parallel for schedule(dynamic, 1)
  for (int a = 0; a < NANG; a++) {
    const float c = cosf((float)M_PI * a / NANG), s = sinf((float)M_PI * a / NANG);
    for (int y = 0; y < N; y++)
      for (int x = 0; x < N; x++) {
        float t = (x - N / 2) * c + (y - N / 2) * s + NDET / 2;
        int d = (int)t;
        float f = t - (float)d;
        sino[d][a] += img[y][x] * (1.0f - f);
        sino[d + 1][a] += img[y][x] * f;
      }
  }

  double sum = 0.0;
  for (int d = 0; d < NDET; d++)
    for (int a = 0; a < NANG; a++)
      sum += sino[d][a] * (d % 10);
  printf("%.3f\n", sum);
  return 0;
}
