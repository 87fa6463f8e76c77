#include <stdio.h>
#include <stdlib.h>

#define CHAN 16
#define SAMPLES 100000

typedef struct {
  double sum, lo, hi;
} stat_t;

static void stats(const float *data, stat_t *st) {
#pragma omp parallel for schedule(static, 1)
  for (int c = 0; c < CHAN; c++)
    for (int i = 0; i < SAMPLES; i++) {
      volatile stat_t *s = &st[c];
      double v = data[(size_t)c * SAMPLES + i];
      s->sum += v;
      if (v < s->lo)
        s->lo = v;
      if (v > s->hi)
        s->hi = v;
    }
}

int main(void) {
  float *d = malloc(sizeof(float) * CHAN * SAMPLES);
  stat_t *st = malloc(CHAN * sizeof *st);
  if (!d || !st)
    return 1;
  for (int i = 0; i < CHAN * SAMPLES; i++)
    d[i] = (float)((i * 2654435761u) >> 12 & 0xffff) / 65536.0f;
  for (int c = 0; c < CHAN; c++)
    st[c] = (stat_t){0, 1e9, -1e9};
  stats(d, st);
  for (int c = 0; c < CHAN; c += 5)
    printf("%d: %.4f %.4f %.4f\n", c, st[c].sum, st[c].lo, st[c].hi);
  free(d);
  free(st);
  return 0;
}
