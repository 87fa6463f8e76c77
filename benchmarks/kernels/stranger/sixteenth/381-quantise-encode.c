/* Forecast field quantised to 8 bits per block with per-block scale. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define BLK 48
#define NBLK 12000

static float fld[NBLK * BLK];
static uint8_t code[NBLK * BLK];
static float scale[NBLK], offset[NBLK];

int main(void) {
  for (int i = 0; i < NBLK * BLK; i++)
    fld[i] = sinf(0.0013f * (float)i) * 40.0f + (float)(i % 5);

#pragma omp parallel for schedule(guided)
  for (int b = 0; b < NBLK; b++) {
    const float *f = fld + b * BLK;
    float lo = f[0], hi = f[0];
    for (int i = 1; i < BLK; i++) {
      if (f[i] < lo)
        lo = f[i];
      if (f[i] > hi)
        hi = f[i];
    }
    offset[b] = lo;
    scale[b] = (hi - lo) / 255.0f + 1e-12f;
    for (int i = 0; i < BLK; i++)
      code[b * BLK + i] = (uint8_t)((f[i] - lo) / scale[b]);
  }

  double err = 0.0;
#pragma omp parallel for reduction(+ : err)
  for (int b = 0; b < NBLK; b++)
    for (int i = 0; i < BLK; i++)
      err += fabs(fld[b * BLK + i] - (offset[b] + scale[b] * code[b * BLK + i]));
  printf("mean error %.5f\n", err / (NBLK * BLK));
  return 0;
}
