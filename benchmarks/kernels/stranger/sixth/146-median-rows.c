#include <stdio.h>
#include <string.h>

#define W 1201
#define H 640

static unsigned char a[H][W], b[H][W];

static unsigned char med5(const unsigned char *p) {
  unsigned char t[5];
  memcpy(t, p, 5);
  for (int i = 1; i < 5; i++) {
    unsigned char v = t[i];
    int j = i - 1;
    for (; j >= 0 && t[j] > v; j--)
      t[j + 1] = t[j];
    t[j + 1] = v;
  }
  return t[2];
}

int main(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      a[y][x] = (unsigned char)((x * 37) ^ (y * 11) ^ (x * y >> 3));
#pragma omp parallel for
  for (int y = 0; y < H; y++)
    for (int x = 2; x < W - 2; x++)
      b[y][x] = med5(&a[y][x - 2]);
  unsigned long s = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      s += (unsigned long)b[y][x] * (unsigned)(x & 3);
  printf("%lu\n", s);
  return 0;
}
