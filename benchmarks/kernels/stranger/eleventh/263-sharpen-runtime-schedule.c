/* unsharp mask on 16-bit greyscale, schedule chosen by OMP_SCHEDULE */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  int w, h, stride;
  uint16_t *pix;
} img16;

static img16 img_new(int w, int h) {
  img16 m = {w, h, (w + 31) & ~31, NULL};
  m.pix = calloc((size_t)m.stride * h, sizeof(uint16_t));
  return m;
}
static void unsharp(const img16 *s, img16 *d, int amount) {
#pragma omp parallel for schedule(runtime)
  for (int y = 1; y < s->h - 1; y++) {
    const uint16_t *r0 = s->pix + (y - 1) * s->stride, *r1 = r0 + s->stride, *r2 = r1 + s->stride;
    for (int x = 1; x < s->w - 1; x++) {
      int box = r0[x - 1] + r0[x] + r0[x + 1] + r1[x - 1] + r1[x + 1] + r2[x - 1] + r2[x] + r2[x + 1];
      int v = r1[x] + (amount * (8 * r1[x] - box) >> 8);
      d->pix[y * d->stride + x] = v < 0 ? 0 : v > 65535 ? 65535 : v;
    }
  }
}
int main(int argc, char **argv) {
  img16 a = img_new(argc > 1 ? atoi(argv[1]) : 1300, argc > 2 ? atoi(argv[2]) : 900), b = img_new(a.w, a.h);
  for (int y = 0; y < a.h; y++)
    for (int x = 0; x < a.w; x++)
      a.pix[y * a.stride + x] = (x * y + 37 * x) & 0x3fff;
  for (int p = 0; p < 5; p++) {
    unsharp(&a, &b, 20);
    unsharp(&b, &a, 10);
  }
  unsigned long c = 0;
  for (int i = 0; i < a.stride * a.h; i++)
    c = c * 17 + a.pix[i];
  printf("%lx\n", c);
  return 0;
}
