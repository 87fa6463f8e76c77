/* Grey from interleaved colours, the index goes in steps of three. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const unsigned w = 1280, h = 720;
  unsigned char *rgb = malloc(3u * w * h), *grey = malloc(w * h);
  for (unsigned i = 0; i < 3 * w * h; i++)
    rgb[i] = (unsigned char)(i * 31 % 251);

#pragma omp parallel for schedule(static, 10)
  for (unsigned i = 0; i < 3 * w * h; i += 3)
    grey[i / 3] = (unsigned char)((77 * rgb[i] + 150 * rgb[i + 1] + 29 * rgb[i + 2]) >> 8);

  unsigned long s = 0;
  for (unsigned i = 0; i < w * h; i++)
    s = s * 17 + grey[i];
  printf("%lu\n", s);
  free(rgb);
  free(grey);
  return 0;
}
