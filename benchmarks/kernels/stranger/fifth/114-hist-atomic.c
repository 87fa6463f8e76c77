#include <stdio.h>
#include <stdlib.h>

#define N (1 << 20)

static unsigned hist[256];

static void histogram(const unsigned char *p, size_t n) {
#pragma omp parallel for
  for (size_t i = 0; i < n; i++) {
#pragma omp atomic
    hist[p[i]]++;
  }
}

int main(void) {
  unsigned char *p = malloc(N);
  if (!p)
    return 1;
  unsigned r = 7;
  for (int i = 0; i < N; i++) {
    r = r * 1103515245u + 12345u;
    p[i] = (unsigned char)(r >> 16);
  }
  histogram(p, N);
  unsigned long c = 0;
  for (int b = 0; b < 256; b++)
    c = c * 31 + hist[b];
  printf("%lx\n", c);
  free(p);
  return 0;
}
