/* hash join: build and probe one open-addressing table per partition */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define PARTS 64
#define RB 200000
#define RP 600000
#define CAP 16384
typedef struct {
  uint32_t key, val;
} tuple;
static tuple build_r[RB], probe_r[RP];
static tuple table[PARTS][CAP];
static long matches[PARTS];

static inline uint32_t hash(uint32_t k) {
  k ^= k >> 16;
  k *= 0x7feb352du;
  k ^= k >> 15;
  return k;
}

static void join_part(int p) {
  tuple *t = table[p];
  for (int i = 0; i < RB; i++) {
    uint32_t h = hash(build_r[i].key);
    if (h % PARTS != p)
      continue;
    uint32_t s = (h / PARTS) % CAP;
    while (t[s].key)
      s = (s + 1) % CAP;
    t[s] = build_r[i];
  }
  for (int i = 0; i < RP; i++) {
    uint32_t h = hash(probe_r[i].key);
    if (h % PARTS != p)
      continue;
    for (uint32_t s = (h / PARTS) % CAP; t[s].key; s = (s + 1) % CAP)
      if (t[s].key == probe_r[i].key) {
        matches[p] += t[s].val;
        break;
      }
  }
}
int main(void) {
  for (int i = 0; i < RB; i++)
    build_r[i] = (tuple){2 * i + 1, i % 100};
  for (int i = 0; i < RP; i++)
    probe_r[i] = (tuple){1 + hash(i) % (3 * RB), i};
#pragma omp parallel for schedule(dynamic, 1)
  for (int p = 0; p < PARTS; p++)
    join_part(p);
  long s = 0;
  for (int p = 0; p < PARTS; p++)
    s += matches[p];
  printf("join sum %ld\n", s);
  return 0;
}
