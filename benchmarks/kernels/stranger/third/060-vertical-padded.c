/* Recursive IIR filter down the columns, rows padded by 16 floats against set conflicts, columns in chunks of 16. */
#include <stdio.h>
#include <stdlib.h>

enum { W = 1024, PITCH = W + 16, H = 1500, REPS = 5 };

int main(void) {
  float *img = aligned_alloc(64, sizeof(float) * PITCH * H);
  if (!img)
    return 1;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < PITCH; x++)
      img[y * PITCH + x] = (float)((x + 3 * y) % 200);

  for (int r = 0; r < REPS; r++) {
#pragma omp parallel for schedule(static, 16)
    for (int x = 0; x < W; x++) {
      float z = img[x];
      for (int y = 1; y < H; y++) {
        z = 0.8f * z + 0.2f * img[y * PITCH + x];
        img[y * PITCH + x] = z;
      }
    }
  }

  double s = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      s += img[y * PITCH + x] * (y % 4);
  printf("%.2f\n", s);
  free(img);
  return 0;
}
