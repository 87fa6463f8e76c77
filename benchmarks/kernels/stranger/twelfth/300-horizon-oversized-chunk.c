/* terrain line of sight along 150 rays per observer; chunk far too large */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define G 512
#define OBS 1500
#define RAYS 16
#define REACH 120
static short height[G][G];
static int visible[OBS];

static int look(int y, int x) {
  int seen = 0;
  for (int r = 0; r < RAYS; r++) {
    float dx = cosf(r * 0.3927f), dy = sinf(r * 0.3927f), best = -1e9f;
    for (int d = 1; d <= REACH; d++) {
      int py = (int)(y + dy * d), px = (int)(x + dx * d);
      if (py < 0 || px < 0 || py >= G || px >= G)
        break;
      float slope = (float)(height[py][px] - height[y][x] - 2) / d;
      if (slope > best) {
        best = slope;
        seen++;
      }
    }
  }
  return seen;
}
int main(void) {
  for (int y = 0; y < G; y++)
    for (int x = 0; x < G; x++)
      height[y][x] = (short)(200 + 80 * sin(x * 0.05) * cos(y * 0.03) + (x * y) % 7);
#pragma omp parallel for schedule(static, 1024)
  for (int o = 0; o < OBS; o++)
    visible[o] = look(60 + (o * 37) % 390, 60 + (o * 101) % 390);
  long s = 0;
  for (int o = 0; o < OBS; o++)
    s += visible[o] * (o % 4 + 1);
  printf("%ld\n", s);
  return 0;
}
