/* Escape probability of photons; per-thread generator state and tallies
   are kept in arrays indexed by thread number. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define NPHOTON 100000
#define NT 8

static unsigned long long rng[NT];
static long escaped[NT];
static double path[NT];

static double draw(int t) {
  rng[t] = rng[t] * 6364136223846793005ULL + 1442695040888963407ULL;
  return ((rng[t] >> 11) + 0.5) / 9007199254740992.0;
}

int main(void) {
  for (int t = 0; t < NT; t++)
    rng[t] = 1000003ULL * (t + 1);

#pragma omp parallel num_threads(NT)
  {
    const int t = omp_get_thread_num();
#pragma omp for
    for (int i = 0; i < NPHOTON; i++) {
      double z = 0.0, mu = 1.0;
      while (1) {
        double l = -log(draw(t));
        path[t] += l;
        z += mu * l;
        if (z < 0.0)
          break;
        if (z > 2.0) {
          escaped[t]++;
          break;
        }
        if (draw(t) < 0.3)
          break;
        mu = 2.0 * draw(t) - 1.0;
      }
    }
  }

  long e = 0;
  double p = 0.0;
  for (int t = 0; t < NT; t++) {
    e += escaped[t];
    p += path[t];
  }
  printf("escaped %ld, path %.6f\n", e, p);
  return 0;
}
