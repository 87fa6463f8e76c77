/* pi by darts; each thread keeps its generator in a shared array */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static uint64_t state[256];
static long hits[256];

static inline double uniform(uint64_t *s) {
  *s = *s * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(*s >> 11) * (1.0 / 9007199254740992.0);
}
int main(int argc, char **argv) {
  long darts = argc > 1 ? atol(argv[1]) : 8000000;
  for (int t = 0; t < 256; t++)
    state[t] = 88172645463325252ull + 977 * t;
#pragma omp parallel num_threads(4)
  {
    int id = omp_get_thread_num(), nt = omp_get_num_threads();
    for (long i = id; i < darts; i += nt) {
      double x = uniform(&state[id]), y = uniform(&state[id]);
      if (x * x + y * y <= 1.0)
        hits[id]++;
    }
  }
  long h = 0;
  for (int t = 0; t < 256; t++)
    h += hits[t];
  printf("pi ~ %.6f\n", 4.0 * h / darts);
  return 0;
}
