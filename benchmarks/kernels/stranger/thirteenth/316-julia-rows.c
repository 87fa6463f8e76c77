/* Escape times of a Julia set; rows differ widely in work, so dynamic by rows is right. */
#include <stdio.h>

#define W 640
#define H 480
#define CAP 120

static unsigned char esc[H][W];

int main(void) {
#pragma omp parallel for schedule(dynamic, 4)
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      double zr = (x - W / 2) * 0.005, zi = (y - H / 2) * 0.005;
      int n = 0;
      while (n < CAP && zr * zr + zi * zi < 4.0) {
        double t = zr * zr - zi * zi - 0.78;
        zi = 2.0 * zr * zi + 0.136;
        zr = t;
        n++;
      }
      esc[y][x] = (unsigned char)n;
    }
  long c = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      c += esc[y][x];
  printf("iterations %ld\n", c);
  return 0;
}
