#include <stdio.h>
#include <stdlib.h>

#define W 509
#define H 1200

static unsigned char img[H][W];
static int nruns[H], off[H + 1];

static void count(void) {
#pragma omp parallel for schedule(static, 1)
  for (int y = 0; y < H; y++) {
    int r = 1;
    for (int x = 1; x < W; x++)
      r += img[y][x] != img[y][x - 1];
    nruns[y] = r;
  }
}

static void emit(unsigned short *runs) {
#pragma omp parallel for schedule(static, 1)
  for (int y = 0; y < H; y++) {
    unsigned short *o = runs + off[y];
    int start = 0;
    for (int x = 1; x <= W; x++)
      if (x == W || img[y][x] != img[y][x - 1]) {
        *o++ = (unsigned short)(x - start);
        start = x;
      }
  }
}

int main(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      img[y][x] = ((x / (1 + y % 9)) ^ (y / 4)) & 1;
  count();
  for (int y = 0; y < H; y++)
    off[y + 1] = off[y] + nruns[y];
  unsigned short *runs = malloc(off[H] * sizeof *runs);
  if (!runs)
    return 1;
  emit(runs);
  unsigned long s = 0;
  for (int i = 0; i < off[H]; i++)
    s += (unsigned long)runs[i] * (unsigned)(i % 7);
  printf("%d runs, %lu\n", off[H], s);
  free(runs);
  return 0;
}
