/* Ants step over a ring; each ant is 12 bytes, dealt out one at a time by a dynamic schedule. */
#include <stdio.h>
#include <stdlib.h>

struct ant {
  int pos;
  int load;
  unsigned seed;
};

#define ANTS 20000
#define RING 65536

static struct ant nest[ANTS];
static unsigned char food[RING];

int main(void) {
  for (int i = 0; i < RING; i++)
    food[i] = (unsigned char)(i % 13 == 0);
  for (int i = 0; i < ANTS; i++) {
    nest[i].pos = i * 3 % RING;
    nest[i].load = 0;
    nest[i].seed = (unsigned)i * 2654435761u + 1u;
  }
  for (int t = 0; t < 30; t++) {
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < ANTS; i++) {
      struct ant *a = &nest[i];
      a->seed = a->seed * 1664525u + 1013904223u;
      a->pos = (a->pos + (int)(a->seed >> 29) + 1) % RING;
      a->load += food[a->pos];
    }
  }
  long c = 0;
  for (int i = 0; i < ANTS; i++)
    c += (long)nest[i].load * (i % 7 + 1);
  printf("%ld\n", c);
  return 0;
}
