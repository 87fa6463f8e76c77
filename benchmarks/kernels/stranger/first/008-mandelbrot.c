/* Mandelbrot iteration counts, one row per dynamic iteration; compute bound and uneven. */
#include <stdio.h>
#include <stdlib.h>

#define W 640
#define H 480
#define MAXIT 1000

static unsigned short img[H][W];

int main(void) {
#pragma omp parallel for schedule(dynamic, 1)
  for (int y = 0; y < H; y++) {
    double ci = -1.2 + 2.4 * y / H;
    for (int x = 0; x < W; x++) {
      double cr = -2.1 + 2.8 * x / W;
      double zr = 0, zi = 0;
      int it = 0;
      while (it < MAXIT && zr * zr + zi * zi < 4.0) {
        double t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = t;
        it++;
      }
      img[y][x] = (unsigned short)it;
    }
  }

  unsigned long s = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      s = s * 33 + img[y][x];
  printf("%lx\n", s);
  return 0;
}
