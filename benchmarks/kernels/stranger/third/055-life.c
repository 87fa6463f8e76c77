/* Game of life on a torus of chars, static chunks of one row, ping-pong boards. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define W 1000
#define H 800
#define GENS 24

static unsigned char board[2][H][W];

int main(void) {
  unsigned s = 2463534242u;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      s ^= s << 13;
      s ^= s >> 17;
      s ^= s << 5;
      board[0][y][x] = (s & 3) == 0;
    }

  for (int g = 0; g < GENS; g++) {
    unsigned char(*cur)[W] = board[g & 1], (*nxt)[W] = board[~g & 1];
#pragma omp parallel for schedule(static, 1)
    for (int y = 0; y < H; y++) {
      const unsigned char *u = cur[(y + H - 1) % H], *c = cur[y], *d = cur[(y + 1) % H];
      for (int x = 0; x < W; x++) {
        int l = x ? x - 1 : W - 1, r = x < W - 1 ? x + 1 : 0;
        int n = u[l] + u[x] + u[r] + c[l] + c[r] + d[l] + d[x] + d[r];
        nxt[y][x] = n == 3 || (n == 2 && c[x]);
      }
    }
  }

  unsigned h = 0, alive = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      alive += board[0][y][x];
      h = h * 31 + board[0][y][x];
    }
  printf("%u alive, %08x\n", alive, h);
  return 0;
}
