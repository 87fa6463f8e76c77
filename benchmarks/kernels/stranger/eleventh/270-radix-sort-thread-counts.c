/* LSD radix sort, 8 bits a pass, a 1 KB row of counts per thread */
#include <omp.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define N 1000000
#define MAXT 64
static alignas(64) unsigned count[MAXT][256];

static void pass(const uint32_t *s, uint32_t *d, int shift) {
#pragma omp parallel
  {
    int t = omp_get_thread_num(), nt = omp_get_num_threads();
    unsigned *c = count[t];
    for (int k = 0; k < 256; k++)
      c[k] = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      c[s[i] >> shift & 255]++;
#pragma omp single
    {
      unsigned run = 0;
      for (int k = 0; k < 256; k++)
        for (int u = 0; u < nt; u++) {
          unsigned v = count[u][k];
          count[u][k] = run;
          run += v;
        }
    }
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      d[c[s[i] >> shift & 255]++] = s[i];
  }
}
int main(void) {
  uint32_t *a = malloc(N * 4), *b = malloc(N * 4), r = 9;
  if (omp_get_max_threads() > MAXT)
    omp_set_num_threads(MAXT);
  for (int i = 0; i < N; i++) {
    r ^= r << 13;
    r ^= r >> 17;
    r ^= r << 5;
    a[i] = r;
  }
  for (int p = 0; p < 4; p++) {
    pass(a, b, 8 * p);
    uint32_t *t = a;
    a = b;
    b = t;
  }
  uint32_t h = 0, bad = 0;
  for (int i = 0; i < N; i++) {
    h = h * 31 + a[i];
    bad += i && a[i] < a[i - 1];
  }
  printf("%u bad, hash %u\n", bad, h);
  return 0;
}
