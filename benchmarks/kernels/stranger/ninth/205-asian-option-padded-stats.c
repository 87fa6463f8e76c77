/* Monte-Carlo Asian option; per-thread statistics on their own cache line */
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  double sum, sum2;
  long n;
  char pad[64 - 2 * sizeof(double) - sizeof(long)];
} stats_t;
struct option {
  double s0, strike, drift, vol;
  int steps;
};
static double shocks[4096];

static double payoff(const struct option *o, uint32_t seed) {
  double s = o->s0, avg = 0;
  for (int t = 0; t < o->steps; t++) {
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    s *= 1.0 + o->drift + o->vol * shocks[seed & 4095];
    avg += s;
  }
  avg /= o->steps;
  return avg > o->strike ? avg - o->strike : 0;
}
int main(int argc, char **argv) {
  int paths = argc > 1 ? atoi(argv[1]) : 100000;
  struct option o = {100, 101, 0.0002, 0.01, 64};
  for (int i = 0; i < 4096; i++)
    shocks[i] = sin(i * 1.7) + cos(i * 0.31);
  int nt = omp_get_max_threads();
  stats_t *st = aligned_alloc(64, nt * sizeof(stats_t));
  for (int t = 0; t < nt; t++)
    st[t] = (stats_t){0};
#pragma omp parallel for schedule(static)
  for (int p = 0; p < paths; p++) {
    stats_t *mine = &st[omp_get_thread_num()];
    double v = payoff(&o, 2654435761u * (p + 1));
    mine->sum += v;
    mine->sum2 += v * v;
    mine->n++;
  }
  double s = 0, s2 = 0;
  long n = 0;
  for (int t = 0; t < nt; t++) {
    s += st[t].sum;
    s2 += st[t].sum2;
    n += st[t].n;
  }
  printf("price %.6f sd %.6f\n", s / n, sqrt(s2 / n - (s / n) * (s / n)));
  free(st);
  return 0;
}
