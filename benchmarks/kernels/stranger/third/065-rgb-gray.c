/* Packed 24-bit RGB to 8-bit luma, flat loop over pixels with static chunks of 1000 (rows are not line multiples). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { W = 2560, H = 1441, NPIX = W * H };

int main(void) {
  uint8_t *rgb = malloc((size_t)NPIX * 3);
  uint8_t *y = malloc(NPIX);
  if (!rgb || !y)
    return 1;
  for (int i = 0; i < 3 * NPIX; i++)
    rgb[i] = (uint8_t)((i * 2654435761u) >> 23);

  for (int rep = 0; rep < 10; rep++) {
#pragma omp parallel for schedule(static, 1000)
    for (int i = 0; i < NPIX; i++)
      y[i] = (uint8_t)((77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) >> 8);
    rgb[rep] ^= y[rep + 40];
  }

  uint32_t h = 0;
  for (int i = 0; i < NPIX; i++)
    h = h * 31 + y[i];
  printf("%u\n", h);
  free(rgb);
  free(y);
  return 0;
}
