/* Monte Carlo area with one generator state per stream, all states in one cache line, updated in memory every draw. */
#include <stdint.h>
#include <stdio.h>

#define STREAMS 8
#define DRAWS 600000

static _Alignas(64) volatile uint64_t state[STREAMS];
static long hits[STREAMS];

static double draw(int s) {
  uint64_t x = state[s];
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  state[s] = x;
  return (double)((x * 2685821657736338717ull) >> 11) * 0x1p-53;
}

int main(void) {
  for (int s = 0; s < STREAMS; s++)
    state[s] = 0x9e3779b97f4a7c15ull * (uint64_t)(s + 1);

#pragma omp parallel for schedule(static, 1)
  for (int s = 0; s < STREAMS; s++)
    for (int i = 0; i < DRAWS; i++) {
      double x = draw(s), y = draw(s);
      if (x * x + y * y < 1.0)
        hits[s]++;
    }

  long total = 0;
  for (int s = 0; s < STREAMS; s++)
    total += hits[s];
  printf("%.6f\n", 4.0 * total / ((double)STREAMS * DRAWS));
  return 0;
}
