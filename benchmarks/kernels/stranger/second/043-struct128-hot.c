/* 128-byte aligned objects; the loop bumps one counter in each, chunk 1: no line is ever shared. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  _Alignas(128) long hits;
  char name[96];
} entry;

_Static_assert(sizeof(entry) == 128, "entry");

#define N 40000
#define REPS 60

static entry tab[N];

int main(void) {
  for (int i = 0; i < N; i++)
    snprintf(tab[i].name, sizeof tab[i].name, "entry-%d", i);

  for (int r = 0; r < REPS; r++) {
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < N; i++)
      tab[i].hits += (tab[i].name[6] - '0') + r;
  }

  long s = 0;
  for (int i = 0; i < N; i++)
    s += tab[i].hits * (i % 10);
  printf("%ld\n", s);
  return 0;
}
