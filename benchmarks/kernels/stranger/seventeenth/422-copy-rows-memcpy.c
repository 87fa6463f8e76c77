/* A window is cut out of a large picture, row by row, turn and turn about. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define W 4096
#define H 1024
#define WIN 500

int main(void) {
  unsigned char *image = malloc((size_t)W * H), *window = malloc((size_t)WIN * H);
  for (size_t i = 0; i < (size_t)W * H; i++)
    image[i] = (unsigned char)(i * 37 >> 3);

  for (int frame = 0; frame < 8; frame++) {
#pragma omp parallel for schedule(static, 1)
    for (int y = 0; y < H; y++)
      memcpy(window + (size_t)y * WIN, image + (size_t)y * W + 100 + frame, WIN);
  }

  unsigned long s = 0;
  for (size_t i = 0; i < (size_t)WIN * H; i++)
    s = s * 33 + window[i];
  printf("%lu\n", s);
  free(image);
  free(window);
  return 0;
}
