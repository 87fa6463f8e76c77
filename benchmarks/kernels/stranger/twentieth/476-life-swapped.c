/* Game of life on a torus, two fields whose pointers are swapped. */
#include <stdio.h>
#include <stdlib.h>

#define W 512
#define H 512

int main(void) {
  unsigned char *now = malloc(W * H), *next = malloc(W * H);
  for (int i = 0; i < W * H; i++)
    now[i] = (i * 7 + i / 13) % 3 == 0;
  for (int g = 0; g < 10; g++) {
#pragma omp parallel for schedule(static, 8)
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++) {
        int n = 0;
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++)
            n += (dx || dy) && now[(y + dy + H) % H * W + (x + dx + W) % W];
        next[y * W + x] = n == 3 || (n == 2 && now[y * W + x]);
      }
    unsigned char *t = now;
    now = next;
    next = t;
  }
  int alive = 0;
  for (int i = 0; i < W * H; i++)
    alive += now[i];
  printf("%d\n", alive);
  free(now), free(next);
  return 0;
}
