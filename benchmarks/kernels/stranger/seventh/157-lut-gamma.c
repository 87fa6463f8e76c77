#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N (3 * 1280 * 720)

static unsigned char lut[256];

static void apply(unsigned char *px, int n) {
#pragma omp parallel for schedule(static, 64)
  for (int i = 0; i < n; i++)
    px[i] = lut[px[i]];
}

int main(void) {
  unsigned char *px = aligned_alloc(64, N);
  if (!px)
    return 1;
  for (int v = 0; v < 256; v++)
    lut[v] = (unsigned char)(255.0 * pow(v / 255.0, 1 / 1.1) + 0.5);
  for (int i = 0; i < N; i++)
    px[i] = (unsigned char)(i / 3);
  for (int r = 0; r < 6; r++)
    apply(px, N);
  unsigned long s = 0;
  for (int i = 0; i < N; i++)
    s += px[i];
  printf("%lu\n", s);
  free(px);
  return 0;
}
