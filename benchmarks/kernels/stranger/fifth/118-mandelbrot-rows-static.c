#include <stdio.h>
#include <stdlib.h>

#define W 640
#define H 480
#define MAXIT 300

static void mandel(unsigned short *img) {
#pragma omp parallel for schedule(static)
  for (int py = 0; py < H; py++)
    for (int px = 0; px < W; px++) {
      double cr = -2.2 + 3.2 * px / W, ci = -1.2 + 2.4 * py / H;
      double zr = 0, zi = 0;
      int k = 0;
      while (k < MAXIT && zr * zr + zi * zi < 4.0) {
        double t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = t;
        k++;
      }
      img[py * W + px] = (unsigned short)k;
    }
}

int main(void) {
  unsigned short *img = malloc(sizeof *img * W * H);
  if (!img)
    return 1;
  mandel(img);
  unsigned long s = 0;
  for (int i = 0; i < W * H; i++)
    s += img[i];
  printf("%lu\n", s);
  free(img);
  return 0;
}
