/* inclusive scan of rainfall totals: local scan, offsets, add */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define N 1500000

static void scan(const uint16_t *in, int64_t *out, int n) {
  int64_t *part = calloc(omp_get_max_threads() + 1, sizeof *part);
#pragma omp parallel
  {
    int t = omp_get_thread_num();
    int64_t s = 0;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++) {
      s += in[i];
      out[i] = s;
    }
    part[t + 1] = s;
#pragma omp barrier
    int64_t base = 0;
    for (int k = 0; k <= t; k++)
      base += part[k];
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      out[i] += base;
  }
  free(part);
}
int main(void) {
  uint16_t *rain = malloc(N * sizeof *rain);
  int64_t *total = malloc(N * sizeof *total);
  for (int i = 0; i < N; i++)
    rain[i] = (uint16_t)(i * 48271u >> 18);
  uint64_t h = 0;
  for (int rep = 0; rep < 5; rep++) {
    scan(rain, total, N);
    h = h * 31 + (uint64_t)total[N - 1];
    rain[rep * 1000] += 7;
  }
  for (int i = 0; i < N; i += 997)
    h += (uint64_t)total[i];
  printf("%llu\n", (unsigned long long)h);
  free(rain);
  free(total);
  return 0;
}
