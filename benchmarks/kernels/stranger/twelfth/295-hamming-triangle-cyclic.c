/* Hamming distances between fingerprints, jagged rows, rows dealt cyclically */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define MOL 1800
#define WORDS 8
typedef struct {
  uint64_t w[WORDS];
} fp_t;
static fp_t fp[MOL];
static unsigned short *dist[MOL];

static inline int hamming(const fp_t *a, const fp_t *b) {
  int n = 0;
  for (int k = 0; k < WORDS; k++)
    n += __builtin_popcountll(a->w[k] ^ b->w[k]);
  return n;
}
int main(void) {
  uint64_t x = 0x853c49e6748fea9bull;
  for (int i = 0; i < MOL; i++) {
    dist[i] = malloc((i + 1) * sizeof **dist);
    for (int k = 0; k < WORDS; k++) {
      x = x * 6364136223846793005ull + 1442695040888963407ull;
      fp[i].w[k] = x & (x >> 21);
    }
  }
#pragma omp parallel for schedule(static, 1)
  for (int i = 1; i < MOL; i++)
    for (int j = 0; j < i; j++)
      dist[i][j] = (unsigned short)hamming(&fp[i], &fp[j]);
  unsigned long s = 0;
  int dmin = WORDS * 64;
  for (int i = 1; i < MOL; i++)
    for (int j = 0; j < i; j++) {
      s += dist[i][j];
      if (dist[i][j] < dmin)
        dmin = dist[i][j];
    }
  printf("sum %lu min %d\n", s, dmin);
  return 0;
}
