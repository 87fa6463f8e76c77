/* independent Metropolis chains, per-thread context padded to 128 bytes */
#include <math.h>
#include <omp.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  alignas(128) uint32_t rng;
  double x, sum, sum2;
  long accepted, n;
} walker_t;

static inline double rnd(uint32_t *s) {
  *s = *s * 1664525u + 1013904223u;
  return (*s >> 8) * (1.0 / 16777216.0);
}
int main(void) {
  enum { SWEEPS = 2000000 };
  int nt = omp_get_max_threads();
  walker_t *w = aligned_alloc(128, sizeof(walker_t) * nt);
  for (int t = 0; t < nt; t++)
    w[t] = (walker_t){.rng = 1234567u + 31 * t};
#pragma omp parallel num_threads(nt)
  {
    walker_t *me = w + omp_get_thread_num();
#pragma omp for schedule(static)
    for (int s = 0; s < SWEEPS; s++) {
      double y = me->x + 2.0 * rnd(&me->rng) - 1.0;
      double de = 0.5 * (y * y - me->x * me->x);
      if (de <= 0 || rnd(&me->rng) < exp(-de)) {
        me->x = y;
        me->accepted++;
      }
      me->sum += me->x;
      me->sum2 += me->x * me->x;
      me->n++;
    }
  }
  double m = 0, m2 = 0;
  long n = 0, a = 0;
  for (int t = 0; t < nt; t++) {
    m += w[t].sum;
    m2 += w[t].sum2;
    n += w[t].n;
    a += w[t].accepted;
  }
  printf("var %.4f acc %.4f\n", m2 / n - (m / n) * (m / n), (double)a / n);
  free(w);
  return 0;
}
