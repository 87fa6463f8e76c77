/* premultiply alpha, 4-byte pixels handed out three at a time */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define NPX 1500000

static inline uint32_t premul(uint32_t p) {
  uint32_t a = p >> 24, rb = (p & 0xff00ff) * a, g = ((p >> 8) & 0xff) * a;
  rb = ((rb + 0x800080 + ((rb >> 8) & 0xff00ff)) >> 8) & 0xff00ff;
  g = (g + 0x80 + (g >> 8)) & 0xff00;
  return a << 24 | rb | g;
}
static void premultiply(uint32_t *px, int n) {
#pragma omp parallel for schedule(static, 3)
  for (int i = 0; i < n; i++) {
    uint32_t v = px[i];
    if (v >> 24 == 255)
      continue;
    px[i] = premul(v);
  }
}
int main(void) {
  uint32_t *px = malloc(NPX * sizeof *px);
  for (int i = 0; i < NPX; i++)
    px[i] = (uint32_t)i * 0x9E3779B9u;
  for (int rep = 0; rep < 6; rep++)
    premultiply(px, NPX);
  uint32_t h = 0;
  for (int i = 0; i < NPX; i++)
    h = (h << 5) - h + px[i];
  printf("%08x\n", h);
  free(px);
  return 0;
}
