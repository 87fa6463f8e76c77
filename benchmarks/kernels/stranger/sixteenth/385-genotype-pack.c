/* Packs genotypes (0,1,2,3) of many samples into 2-bit bytes, then counts
   alleles per marker from the packed form. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define MARKERS 3000
#define SAMPLES 1000
#define BYTES (SAMPLES / 4)

int main(void) {
  uint8_t *geno = malloc((size_t)MARKERS * SAMPLES);
  uint8_t *packed = malloc((size_t)MARKERS * BYTES);
  uint16_t *freq = malloc(MARKERS * sizeof *freq);
  for (int m = 0; m < MARKERS; m++)
    for (int s = 0; s < SAMPLES; s++)
      geno[m * SAMPLES + s] = (uint8_t)((m * 7 + s * s) % 4);

#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int m = 0; m < MARKERS; m++)
      for (int b = 0; b < BYTES; b++) {
        const uint8_t *g = geno + m * SAMPLES + 4 * b;
        packed[m * BYTES + b] = (uint8_t)(g[0] | g[1] << 2 | g[2] << 4 | g[3] << 6);
      }
#pragma omp for schedule(static)
    for (int m = 0; m < MARKERS; m++) {
      unsigned c = 0;
      for (int b = 0; b < BYTES; b++) {
        unsigned p = packed[m * BYTES + b];
        for (int q = 0; q < 8; q += 2)
          c += (p >> q & 3) % 3;
      }
      freq[m] = (uint16_t)c;
    }
  }

  unsigned long h = 5381;
  for (int m = 0; m < MARKERS; m++)
    h = h * 33 + freq[m];
  printf("%lu\n", h);
  free(geno);
  free(packed);
  free(freq);
  return 0;
}
