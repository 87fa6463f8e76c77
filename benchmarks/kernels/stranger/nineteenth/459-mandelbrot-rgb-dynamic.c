/* Set of Mandelbrot into an image of three bytes a pixel, single pixels on demand. */
#include <stdio.h>

#define W 320
#define H 240

static unsigned char image[H][W][3];

int main(void) {
#pragma omp parallel for collapse(2) schedule(dynamic, 1)
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      double cr = 3.0 * x / W - 2.0, ci = 2.0 * y / H - 1.0, zr = 0, zi = 0;
      int n = 0;
      for (; n < 100 && zr * zr + zi * zi < 4.0; n++) {
        double t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = t;
      }
      image[y][x][0] = (unsigned char)n;
      image[y][x][1] = (unsigned char)(n * 3);
      image[y][x][2] = (unsigned char)(255 - n);
    }
  long sum = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      sum += image[y][x][0];
  printf("%ld\n", sum);
  return 0;
}
