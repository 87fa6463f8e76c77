/* random walks in a maze until exit or death; very different lengths */
#include <stdio.h>
#include <stdlib.h>
#define W 128
#define WALKERS 12000
static unsigned char wall[W][W];
static short steps[WALKERS];

static int walk(int id) {
  unsigned s = id * 2246822519u + 1;
  int x = 1 + id % (W - 2), y = W / 2, n = 0;
  while (n < 5000) {
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    int nx = x + ((s & 3) == 0) - ((s & 3) == 1), ny = y + ((s & 3) == 2) - ((s & 3) == 3);
    n++;
    if (nx < 0 || ny < 0 || nx >= W || ny >= W)
      break;
    if (wall[ny][nx])
      continue;
    x = nx;
    y = ny;
  }
  return n;
}
int main(void) {
  for (int y = 0; y < W; y++)
    for (int x = 0; x < W; x++)
      wall[y][x] = (x * 7 + y * 13) % 11 == 0;
#pragma omp parallel for schedule(dynamic, 32)
  for (int i = 0; i < WALKERS; i++)
    steps[i] = (short)walk(i);
  long s = 0;
  for (int i = 0; i < WALKERS; i++)
    s += steps[i] * (1 + i % 3);
  printf("%ld\n", s);
  return 0;
}
