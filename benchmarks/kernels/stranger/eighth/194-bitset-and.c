#include <stdint.h>
#include <stdio.h>

#define WORDS 262144

static uint64_t a[WORDS] __attribute__((aligned(64)));
static uint64_t b[WORDS] __attribute__((aligned(64)));
static uint64_t c[WORDS] __attribute__((aligned(64)));

static long intersect(void) {
  long bits = 0;
#pragma omp parallel for schedule(static, 8) reduction(+ : bits)
  for (int i = 0; i < WORDS; i++) {
    c[i] = a[i] & b[i];
    bits += __builtin_popcountll(c[i]);
  }
  return bits;
}

int main(void) {
  uint64_t s = 88172645463325252ull;
  for (int i = 0; i < WORDS; i++) {
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    a[i] = s;
    b[i] = s * 0x9E3779B97F4A7C15ull;
  }
  long t = 0;
  for (int r = 0; r < 5; r++)
    t += intersect();
  printf("%ld\n", t);
  return 0;
}
