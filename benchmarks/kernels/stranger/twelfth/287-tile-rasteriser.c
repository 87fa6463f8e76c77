/* binned triangle rasteriser with a z-buffer, tiles dealt two at a time */
#include <stdio.h>
#include <stdlib.h>
#define TS 16
#define TX 40
#define TY 30
#define NT 900
typedef struct {
  int x[3], y[3];
  float z;
  unsigned char c;
} tri_t;
static tri_t tri[NT];
static float zb[TY * TS][TX * TS];
static unsigned char fb[TY * TS][TX * TS];
static short bin[TX * TY][NT], nbin[TX * TY];

static inline int edge(int ax, int ay, int bx, int by, int px, int py) {
  return (bx - ax) * (py - ay) - (by - ay) * (px - ax);
}
static void draw_tile(int t) {
  int bx = t % TX * TS, by = t / TX * TS;
  for (int k = 0; k < nbin[t]; k++) {
    const tri_t *q = &tri[bin[t][k]];
    for (int y = by; y < by + TS; y++)
      for (int x = bx; x < bx + TS; x++) {
        if (edge(q->x[0], q->y[0], q->x[1], q->y[1], x, y) < 0 || edge(q->x[1], q->y[1], q->x[2], q->y[2], x, y) < 0 ||
            edge(q->x[2], q->y[2], q->x[0], q->y[0], x, y) < 0 || zb[y][x] <= q->z)
          continue;
        zb[y][x] = q->z;
        fb[y][x] = q->c;
      }
  }
}
int main(void) {
  for (int i = 0; i < TY * TS * TX * TS; i++)
    zb[i / (TX * TS)][i % (TX * TS)] = 1e9f;
  for (int i = 0; i < NT; i++) {
    int x = (i * i * 13 + i * 31) % 400, y = i % 3 ? (i * 17) % 120 : (i * 29) % 420, s = 12 + i % 60;
    tri[i] = (tri_t){{x, x + s, x + s / 3}, {y, y + s / 4, y + s}, (float)((i * 37) % 1000), (unsigned char)i};
    for (int ty = y / TS; ty <= (y + s) / TS && ty < TY; ty++)
      for (int tx = x / TS; tx <= (x + s) / TS && tx < TX; tx++)
        bin[ty * TX + tx][nbin[ty * TX + tx]++] = (short)i;
  }
#pragma omp parallel for schedule(static, 2)
  for (int t = 0; t < TX * TY; t++)
    draw_tile(t);
  unsigned long h = 0;
  for (int i = 0; i < TY * TS * TX * TS; i++)
    h = h * 33 + fb[i / (TX * TS)][i % (TX * TS)];
  printf("%lx\n", h);
  return 0;
}
