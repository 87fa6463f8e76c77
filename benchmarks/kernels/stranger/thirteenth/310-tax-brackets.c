/* Income histogram by bracket; padded per-thread rows, so no line is shared. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define PEOPLE 3000000
#define BRACKETS 8
#define MAXT 128

struct row {
  _Alignas(64) long n[BRACKETS];
};

static struct row count[MAXT];

int main(void) {
  int *income = malloc(sizeof(int) * PEOPLE);
  for (int i = 0; i < PEOPLE; i++)
    income[i] = (int)(((long)i * 48271L) % 160000L);

#pragma omp parallel num_threads(8)
  {
    struct row *me = &count[omp_get_thread_num()];
#pragma omp for schedule(static)
    for (int i = 0; i < PEOPLE; i++)
      me->n[income[i] / 20000]++;
  }
  long c = 0;
  for (int t = 0; t < MAXT; t++)
    for (int b = 0; b < BRACKETS; b++)
      c += count[t].n[b] * (b + 1);
  printf("%ld\n", c);
  free(income);
  return 0;
}
