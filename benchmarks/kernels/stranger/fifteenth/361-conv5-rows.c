/* Separable 5-tap blur of a grey image; second pass by columns of rows. */
#include <stdio.h>
#include <stdlib.h>

#define W 900
#define HGT 700

int main(void) {
  const float k[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
  float **img = malloc(HGT * sizeof *img);
  float **tmp = malloc(HGT * sizeof *tmp);
  for (int y = 0; y < HGT; y++) {
    img[y] = malloc(W * sizeof **img);
    tmp[y] = calloc(W, sizeof **tmp);
    for (int x = 0; x < W; x++)
      img[y][x] = (float)((x * x + 3 * y) % 255);
  }

  for (int pass = 0; pass < 3; pass++) {
#pragma omp parallel
    {
#pragma omp for schedule(dynamic, 16)
      for (int y = 0; y < HGT; y++)
        for (int x = 2; x < W - 2; x++) {
          float s = 0.0f;
          for (int t = 0; t < 5; t++)
            s += k[t] * img[y][x + t - 2];
          tmp[y][x] = s;
        }
#pragma omp for schedule(dynamic, 16)
      for (int y = 2; y < HGT - 2; y++)
        for (int x = 2; x < W - 2; x++) {
          float s = 0.0f;
          for (int t = 0; t < 5; t++)
            s += k[t] * tmp[y + t - 2][x];
          img[y][x] = s;
        }
    }
  }

  double c = 0.0;
  for (int y = 0; y < HGT; y++) {
    for (int x = 0; x < W; x++)
      c += img[y][x];
    free(img[y]);
    free(tmp[y]);
  }
  printf("%.3f\n", c);
  free(img);
  free(tmp);
  return 0;
}
