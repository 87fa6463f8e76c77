/* 3x3 median of a scan, column loop outside and row loop inside. */
#include <stdio.h>
#include <stdlib.h>

#define W 900
#define H 700

static unsigned char src[H][W], dst[H][W];

static int med9(unsigned char *v) {
  for (int i = 1; i < 9; i++) {
    unsigned char k = v[i];
    int j = i - 1;
    for (; j >= 0 && v[j] > k; j--)
      v[j + 1] = v[j];
    v[j + 1] = k;
  }
  return v[4];
}

int main(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      src[y][x] = (unsigned char)((x * x + y * 57 + x * y) >> 2);
#pragma omp parallel for schedule(static, 4)
  for (int x = 1; x < W - 1; x++)
    for (int y = 1; y < H - 1; y++) {
      unsigned char v[9];
      int n = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          v[n++] = src[y + dy][x + dx];
      dst[y][x] = (unsigned char)med9(v);
    }
  long c = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      c += dst[y][x] * (x % 5);
  printf("%ld\n", c);
  return 0;
}
