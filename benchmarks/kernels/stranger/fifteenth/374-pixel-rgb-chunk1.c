/* White balance of packed 3-byte pixels, dynamic with single pixels. */
#include <stdio.h>
#include <stdlib.h>

static const int W = 400, H = 250;

int main(void) {
  const int n = W * H;
  unsigned char *rgb = malloc(3 * (size_t)n);
  for (int i = 0; i < 3 * n; i++)
    rgb[i] = (unsigned char)(i * 31 % 251);

#pragma omp parallel for schedule(dynamic)
  for (int p = 0; p < n; p++) {
    unsigned char *c = rgb + 3 * p;
    int r = c[0] * 270 >> 8, g = c[1], b = c[2] * 230 >> 8;
    c[0] = (unsigned char)(r > 255 ? 255 : r);
    c[1] = (unsigned char)g;
    c[2] = (unsigned char)b;
  }

  unsigned long s = 0;
  for (int i = 0; i < 3 * n; i++)
    s = s * 3 + rgb[i];
  printf("%lu\n", s);
  free(rgb);
  return 0;
}
