/* SELECT region, SUM(amount), COUNT(*): a heap table per thread, merged once */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#define GROUPS 1000
#define N 1200000
typedef struct {
  long sum;
  int count, max;
} agg_t;

static void group_by(const short *region, const int *amount, agg_t *res) {
#pragma omp parallel
  {
    agg_t *mine = aligned_alloc(64, (GROUPS * sizeof(agg_t) + 63) / 64 * 64);
    for (int g = 0; g < GROUPS; g++)
      mine[g] = (agg_t){0, 0, -1};
#pragma omp for schedule(static) nowait
    for (int i = 0; i < N; i++) {
      agg_t *a = &mine[region[i]];
      a->sum += amount[i];
      a->count++;
      if (amount[i] > a->max)
        a->max = amount[i];
    }
#pragma omp critical
    for (int g = 0; g < GROUPS; g++) {
      res[g].sum += mine[g].sum;
      res[g].count += mine[g].count;
      if (mine[g].max > res[g].max)
        res[g].max = mine[g].max;
    }
    free(mine);
  }
}
int main(void) {
  short *region = malloc(N * sizeof(short));
  int *amount = malloc(N * sizeof(int));
  static agg_t res[GROUPS];
  for (int i = 0; i < N; i++) {
    region[i] = (short)((i * 2654435761u >> 12) % GROUPS);
    amount[i] = (i * 37) % 5003;
  }
  for (int q = 0; q < 4; q++)
    group_by(region, amount, res);
  long s = 0;
  for (int g = 0; g < GROUPS; g++)
    s += res[g].sum * (g % 3) + res[g].count + res[g].max;
  printf("%ld\n", s);
  return 0;
}
