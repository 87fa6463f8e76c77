#include <stdio.h>
#include <stdlib.h>

#define W 1023
#define H 701
#define CH 3

typedef unsigned char u8;

static void box3(const u8 *in, u8 *out) {
#pragma omp parallel for schedule(static, 1)
  for (int y = 1; y < H - 1; y++)
    for (int x = 1; x < W - 1; x++)
      for (int c = 0; c < CH; c++) {
        int s = 0;
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++)
            s += in[((y + dy) * W + x + dx) * CH + c];
        out[(y * W + x) * CH + c] = (u8)(s / 9);
      }
}

int main(void) {
  u8 *a = malloc(W * H * CH), *b = calloc(W * H, CH);
  if (!a || !b)
    return 1;
  for (int i = 0; i < W * H * CH; i++)
    a[i] = (u8)(i * 13 + i / 977);
  for (int r = 0; r < 3; r++)
    box3(a, b);
  unsigned long s = 0;
  for (int i = 0; i < W * H * CH; i++)
    s += b[i];
  printf("%lu\n", s);
  free(a);
  free(b);
  return 0;
}
