/* Sepia tone over an interleaved RGB photograph, collapse(2) over pixels. */
#include <stdio.h>
#include <stdlib.h>

static const int width = 1600;
static const int height = 900;

int main(void) {
  unsigned char *rgb = malloc((size_t)width * height * 3);
  unsigned char *out = malloc((size_t)width * height * 3);
  if (!rgb || !out)
    return 1;
  for (int i = 0; i < width * height * 3; i++)
    rgb[i] = (unsigned char)((i * 29 + i / 300) & 255);

#pragma omp parallel for collapse(2) schedule(static)
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      const unsigned char *p = rgb + 3 * ((size_t)y * width + x);
      unsigned char *o = out + 3 * ((size_t)y * width + x);
      int r = (393 * p[0] + 769 * p[1] + 189 * p[2]) / 1000;
      int g = (349 * p[0] + 686 * p[1] + 168 * p[2]) / 1000;
      int b = (272 * p[0] + 534 * p[1] + 131 * p[2]) / 1000;
      o[0] = (unsigned char)(r > 255 ? 255 : r);
      o[1] = (unsigned char)(g > 255 ? 255 : g);
      o[2] = (unsigned char)(b > 255 ? 255 : b);
    }
  unsigned long c = 0;
  for (int i = 0; i < width * height * 3; i++)
    c = c * 31 + out[i];
  printf("%lu\n", c);
  free(rgb);
  free(out);
  return 0;
}
