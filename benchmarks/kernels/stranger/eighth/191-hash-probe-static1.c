#include <stdio.h>
#include <stdlib.h>

#define CAP (1 << 16)
#define KEYS 30000
#define QN 800000

static unsigned table[CAP];
static char found[QN];

static unsigned mix(unsigned k) {
  k ^= k >> 16;
  k *= 0x45d9f3bu;
  return k ^ (k >> 13);
}

static void probe(void) {
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < QN; i++) {
    unsigned key = (unsigned)i * 5u + 1u, h = mix(key) & (CAP - 1);
    while (table[h] && table[h] != key)
      h = (h + 1) & (CAP - 1);
    found[i] = table[h] == key;
  }
}

int main(void) {
  for (unsigned k = 0; k < KEYS; k++) {
    unsigned key = k * 7u + 1u, h = mix(key) & (CAP - 1);
    while (table[h])
      h = (h + 1) & (CAP - 1);
    table[h] = key;
  }
  probe();
  int c = 0;
  for (int i = 0; i < QN; i++)
    c += found[i];
  printf("%d\n", c);
  return 0;
}
