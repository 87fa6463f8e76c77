#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1000000

static void mixdown(int16_t *restrict d, const int16_t *restrict s) {
#pragma omp parallel for schedule(static, 32)
  for (int i = 0; i < N; i++) {
    int v = d[i] + s[i];
    d[i] = (int16_t)(v > 32767 ? 32767 : v < -32768 ? -32768 : v);
  }
}

int main(void) {
  int16_t *base = aligned_alloc(64, (N + 64) / 32 * 64);
  int16_t *src = aligned_alloc(64, (N + 64) / 32 * 64);
  if (!base || !src)
    return 1;
  int16_t *d = base + 1; /* skip the header word */
  for (int i = 0; i < N; i++) {
    d[i] = (int16_t)(i * 3);
    src[i] = (int16_t)(i % 1000 - 500);
  }
  for (int r = 0; r < 10; r++)
    mixdown(d, src);
  long s = 0;
  for (int i = 0; i < N; i++)
    s += d[i];
  printf("%ld\n", s);
  free(base);
  free(src);
  return 0;
}
