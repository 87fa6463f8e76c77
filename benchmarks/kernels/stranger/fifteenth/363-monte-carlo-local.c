/* Volume of a 6-ball, counter-based generator, reduction only. */
#include <stdint.h>
#include <stdio.h>

static inline uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

int main(void) {
  const long n = 1000000;
  long in = 0;

#pragma omp parallel for reduction(+ : in) schedule(static, 1000)
  for (long i = 0; i < n; i++) {
    double r = 0.0;
    for (int d = 0; d < 6; d++) {
      uint64_t h = mix(0x9e3779b97f4a7c15ULL * (uint64_t)(i * 6 + d + 1));
      double c = (double)(h >> 11) / 4503599627370496.0 - 1.0;
      r += c * c;
    }
    in += r <= 1.0;
  }
  printf("inside %ld of %ld, volume %.6f\n", in, n, 64.0 * in / n);
  return 0;
}
