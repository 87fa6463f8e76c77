/* Monte Carlo area of a lens; generator states of all threads lie side by side in one array. */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define TEAM 8
#define SHOTS 250000

static uint64_t state[TEAM];
static long hit[TEAM];

static inline double draw(uint64_t *s) {
  *s = *s * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(*s >> 11) / 9007199254740992.0;
}

int main(void) {
  for (int t = 0; t < TEAM; t++)
    state[t] = 77u + (uint64_t)t * 1000003u;
#pragma omp parallel for num_threads(TEAM) schedule(static, 1)
  for (int t = 0; t < TEAM; t++)
    for (int k = 0; k < SHOTS; k++) {
      double x = draw(&state[t]), y = draw(&state[t]);
      if (x * x + y * y < 1.0 && (1 - x) * (1 - x) + (1 - y) * (1 - y) < 1.0)
        hit[t]++;
    }
  long h = 0;
  for (int t = 0; t < TEAM; t++)
    h += hit[t];
  printf("area %.6f\n", (double)h / ((double)TEAM * SHOTS));
  return 0;
}
