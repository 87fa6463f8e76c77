/* Looks keys up in an open hash table, answers side by side. */
#include <stdio.h>

#define SLOTS 262144
#define PROBES 400000

static unsigned table[SLOTS];
static unsigned char found[PROBES];

int main(void) {
  for (unsigned k = 1; k < SLOTS / 2; k++) {
    unsigned s = k * 2654435761u % SLOTS;
    while (table[s])
      s = (s + 1) % SLOTS;
    table[s] = k;
  }
#pragma omp parallel for schedule(dynamic, 16)
  for (int p = 0; p < PROBES; p++) {
    unsigned k = (unsigned)p, s = k * 2654435761u % SLOTS;
    while (table[s] && table[s] != k)
      s = (s + 1) % SLOTS;
    found[p] = table[s] == k;
  }
  int hits = 0;
  for (int p = 0; p < PROBES; p++)
    hits += found[p];
  printf("%d\n", hits);
  return 0;
}
