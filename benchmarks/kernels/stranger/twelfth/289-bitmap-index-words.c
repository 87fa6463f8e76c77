/* build a bitmap index: one 32-bit word of the bitmap per iteration */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define ROWS (3 << 20)
static uint8_t colour[ROWS];
static uint32_t bitmap[4][ROWS / 32];

static uint32_t word_for(const uint8_t *c, uint8_t v) {
  uint32_t w = 0;
  for (int b = 0; b < 32; b++)
    w |= (uint32_t)(c[b] == v) << b;
  return w;
}
static void build(int v) {
#pragma omp parallel for schedule(static, 1) num_threads(8)
  for (int w = 0; w < ROWS / 32; w++)
    bitmap[v][w] = word_for(colour + 32 * w, (uint8_t)v);
}
static long popcount_and(int a, int b, int shift) {
  long n = 0;
#pragma omp parallel for schedule(static) reduction(+ : n)
  for (int w = 0; w < ROWS / 32 - 1; w++)
    n += __builtin_popcount((bitmap[a][w] << shift) & bitmap[b][w + 1]);
  return n;
}
int main(void) {
  for (int i = 0; i < ROWS; i++)
    colour[i] = (uint8_t)((i * 2654435761u >> 27) & 3);
  for (int v = 0; v < 4; v++)
    build(v);
  long s = 0;
  for (int a = 0; a < 4; a++)
    for (int b = 0; b < 4; b++)
      s += popcount_and(a, b, a + b) * (a * 4 + b + 1);
  printf("%ld\n", s);
  return 0;
}
