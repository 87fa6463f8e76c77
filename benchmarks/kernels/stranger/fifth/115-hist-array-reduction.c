#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define BINS 1024

static void hist16(const uint16_t *s, int n, int *h) {
#pragma omp parallel for reduction(+ : h[ : BINS])
  for (int i = 0; i < n; i++)
    h[s[i] >> 6]++;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 5000000;
  uint16_t *s = malloc(n * sizeof *s);
  int h[BINS] = {0};
  if (!s)
    return 1;
  for (int i = 0; i < n; i++)
    s[i] = (uint16_t)(i * 40503u ^ (unsigned)i >> 3);
  hist16(s, n, h);
  long c = 0;
  for (int b = 0; b < BINS; b++)
    c += (long)h[b] * b;
  printf("%ld\n", c);
  free(s);
  return 0;
}
