/* An automaton in bits, 64 cells a word, two generations in turn. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const int n = 40000;
  uint64_t *a = calloc(n + 2, sizeof *a), *b = calloc(n + 2, sizeof *b);
  a[n / 2] = 0x123456789abcdefull;

  for (int g = 0; g < 50; g++) {
#pragma omp parallel for schedule(static, 8)
    for (int i = 1; i <= n; i++) {
      uint64_t l = a[i] >> 1 | a[i - 1] << 63, r = a[i] << 1 | a[i + 1] >> 63;
      b[i] = (a[i] | r) & ~(l & a[i] & r);
    }
    uint64_t *t = a;
    a = b;
    b = t;
  }

  uint64_t s = 0;
  for (int i = 0; i <= n; i++)
    s = s * 3 + a[i];
  printf("%llu\n", (unsigned long long)s);
  free(a);
  free(b);
  return 0;
}
