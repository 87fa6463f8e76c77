/* Parallel-beam back projection, linear interpolation in the detector. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NPIX 160
#define NANG 90
#define NDET 256

static float sino[NANG][NDET], img[NPIX][NPIX], cs[NANG], sn[NANG];

int main(void) {
  for (int a = 0; a < NANG; a++) {
    cs[a] = cosf((float)M_PI * a / NANG);
    sn[a] = sinf((float)M_PI * a / NANG);
    for (int d = 0; d < NDET; d++)
      sino[a][d] = d > 90 && d < 160 ? 1.0f : 0.1f * (float)(a % 3);
  }

#pragma omp parallel for schedule(static) collapse(2)
  for (int y = 0; y < NPIX; y++)
    for (int x = 0; x < NPIX; x++) {
      float acc = 0.0f;
      for (int a = 0; a < NANG; a++) {
        float t = (x - NPIX / 2) * cs[a] + (y - NPIX / 2) * sn[a] + NDET / 2;
        int d = (int)t;
        float f = t - (float)d;
        acc += (1.0f - f) * sino[a][d] + f * sino[a][d + 1];
      }
      img[y][x] = acc * (float)M_PI / NANG;
    }

  double s = 0.0;
  for (int y = 0; y < NPIX; y++)
    for (int x = 0; x < NPIX; x++)
      s += img[y][x] * (1 + (x ^ y) % 5);
  printf("checksum %.4f\n", s);
  return 0;
}
