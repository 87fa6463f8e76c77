/* Pixels of four bytes: red and blue change places, in words and in bytes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const int w = 1920, h = 400;
  uint32_t *px = malloc(sizeof *px * w * h);
  for (int i = 0; i < w * h; i++)
    px[i] = (uint32_t)i * 2654435761u;

#pragma omp parallel for schedule(dynamic, 4)
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      unsigned char *b = (unsigned char *)&px[y * w + x];
      unsigned char r = b[0];
      b[0] = b[2];
      b[2] = r;
    }

  uint32_t s = 0;
  for (int i = 0; i < w * h; i++)
    s = s * 31 + px[i];
  printf("%u\n", s);
  free(px);
  return 0;
}
