/* Joint 64 x 64 histogram of two byte images with an OpenMP array reduction over a 32 KB table. */
#include <stdio.h>
#include <stdlib.h>

#define NPIX (3 * 1024 * 1024)
#define Q 64

static unsigned char im1[NPIX], im2[NPIX];

int main(void) {
  unsigned s = 11;
  for (int i = 0; i < NPIX; i++) {
    s = s * 1664525u + 1013904223u;
    im1[i] = (unsigned char)(s >> 24);
    im2[i] = (unsigned char)((im1[i] + ((s >> 16) & 31)) & 255);
  }

  long table[Q * Q];
  for (int k = 0; k < Q * Q; k++)
    table[k] = 0;

  for (int rep = 0; rep < 12; rep++) {
#pragma omp parallel for reduction(+ : table[ : Q * Q])
    for (int i = 0; i < NPIX; i++)
      table[(im1[i] >> 2) * Q + (im2[i] >> 2)]++;
  }

  unsigned long h = 0;
  for (int k = 0; k < Q * Q; k++)
    h = h * 1099511628211ul + (unsigned long)table[k];
  printf("%lx\n", h);
  return 0;
}
