/* LSD radix sort of 32-bit keys, 256 counters per thread in a [thread][digit] table, scatter to per-thread offsets. */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000000, RADIX = 256, MAXT = 16 };

static int cnt[MAXT][RADIX];

int main(void) {
  uint32_t *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
  if (!a || !b)
    return 1;
  uint32_t s = 1;
  for (int i = 0; i < N; i++) {
    s = s * 1664525u + 1013904223u;
    a[i] = s ^ (s >> 15);
  }

  for (int shift = 0; shift < 32; shift += 8) {
#pragma omp parallel num_threads(2)
    {
      int me = omp_get_thread_num(), nt = omp_get_num_threads();
      for (int d = 0; d < RADIX; d++)
        cnt[me][d] = 0;
#pragma omp for schedule(static)
      for (int i = 0; i < N; i++)
        cnt[me][(a[i] >> shift) & 255]++;
#pragma omp single
      {
        int pos = 0;
        for (int d = 0; d < RADIX; d++)
          for (int t = 0; t < nt; t++) {
            int c = cnt[t][d];
            cnt[t][d] = pos;
            pos += c;
          }
      }
#pragma omp for schedule(static)
      for (int i = 0; i < N; i++)
        b[cnt[me][(a[i] >> shift) & 255]++] = a[i];
    }
    uint32_t *t = a;
    a = b;
    b = t;
  }

  uint64_t h = 0;
  int ok = 1;
  for (int i = 0; i < N; i++) {
    h = h * 31 + a[i];
    if (i && a[i - 1] > a[i])
      ok = 0;
  }
  printf("%d %llu\n", ok, (unsigned long long)h);
  free(a);
  free(b);
  return 0;
}
