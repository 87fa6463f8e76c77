/* Julia set rendered through a 256-entry palette */
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  unsigned char r, g, b;
} pixel;
static pixel palette[256];

static int escape(double complex z, double complex c, int limit) {
  int n = 0;
  while (n < limit && creal(z) * creal(z) + cimag(z) * cimag(z) < 4.0) {
    z = z * z + c;
    n++;
  }
  return n;
}
static void render(pixel *img, int w, int h, double complex c) {
#pragma omp parallel for
  for (int j = 0; j < h; j++) {
    double y = -1.6 + 3.2 * j / h;
    for (int i = 0; i < w; i++) {
      double x = -1.6 + 3.2 * i / w;
      img[(size_t)j * w + i] = palette[escape(x + y * I, c, 255)];
    }
  }
}
int main(int argc, char **argv) {
  int w = argc > 1 ? atoi(argv[1]) : 900, h = argc > 2 ? atoi(argv[2]) : 640;
  pixel *img = malloc(sizeof(pixel) * w * h);
  for (int i = 0; i < 256; i++)
    palette[i] = (pixel){i, 255 - i, (i * 7) & 255};
  render(img, w, h, -0.12 + 0.74 * I);
  unsigned long s = 0;
  for (int i = 0; i < w * h; i++)
    s = s * 31 + img[i].r + img[i].g * 3 + img[i].b;
  printf("%lu\n", s);
  free(img);
  return 0;
}
