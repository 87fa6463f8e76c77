/* Ands two sets of bits, words dealt out one by one, and counts what is left. */
#include <stdint.h>
#include <stdio.h>

#define WORDS 500000

static uint64_t a[WORDS], b[WORDS], both[WORDS];

int main(void) {
  for (int i = 0; i < WORDS; i++)
    a[i] = i * 0x9e3779b97f4a7c15u, b[i] = ~a[i] ^ (a[i] >> 7);
  long bits = 0;
#pragma omp parallel for schedule(static, 1) reduction(+ : bits)
  for (int i = 0; i < WORDS; i++) {
    both[i] = a[i] & b[i];
    bits += __builtin_popcountll(both[i]);
  }
  printf("%ld %llu\n", bits, (unsigned long long)both[99]);
  return 0;
}
