/* gamma correction of an 8-bit image by lookup */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define PIX (2048 * 1536)
static unsigned char lut[256];

static void make_lut(double g) {
  for (int i = 0; i < 256; i++)
    lut[i] = (unsigned char)(255.0 * pow(i / 255.0, g) + 0.5);
}
static void apply(unsigned char *restrict p, long n) {
  // deal pixels out like cards so that every thread gets the same share
#pragma omp parallel for schedule(static, 1)
  for (long i = 0; i < n; i++)
    p[i] = lut[p[i]];
}
int main(void) {
  unsigned char *img = malloc(PIX);
  for (long i = 0; i < PIX; i++)
    img[i] = (unsigned char)((i * 2654435761u) >> 13);
  make_lut(1.0 / 2.2);
  apply(img, PIX);
  make_lut(1.4);
  apply(img, PIX);
  unsigned long h = 5381;
  for (long i = 0; i < PIX; i++)
    h = h * 33 + img[i];
  printf("hash %lx\n", h);
  free(img);
  return 0;
}
