/* intersect posting lists with a bitmap; lists are stored shortest first */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define TERMS 3000
#define DOCS 65536
static uint64_t filter[DOCS / 64];
static uint16_t *post;
static int start[TERMS + 1], common[TERMS];

static int test(unsigned d) { return filter[d >> 6] >> (d & 63) & 1; }

static void intersect(void) {
#pragma omp parallel for schedule(static)
  for (int t = 0; t < TERMS; t++) {
    int c = 0;
    for (int k = start[t]; k < start[t + 1]; k++)
      c += test(post[k]);
    common[t] = c;
  }
}
int main(void) {
  for (int t = 0; t < TERMS; t++)
    start[t + 1] = start[t] + 4 + (int)((double)t * t / 1500);
  post = malloc(sizeof(uint16_t) * start[TERMS]);
  for (int t = 0; t < TERMS; t++)
    for (int k = start[t]; k < start[t + 1]; k++)
      post[k] = (uint16_t)((k - start[t]) * 9 + t * 31);
  long s = 0;
  for (int q = 0; q < 6; q++) {
    for (int d = 0; d < DOCS / 64; d++)
      filter[d] = 0x9E3779B97F4A7C15ull * (d + 1 + q * 1000);
    intersect();
    for (int t = 0; t < TERMS; t++)
      s += common[t] * (t % 5 + 1);
  }
  printf("%ld\n", s);
  free(post);
  return 0;
}
