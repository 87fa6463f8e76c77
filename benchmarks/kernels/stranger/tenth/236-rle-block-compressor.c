/* run-length compress 4 KB blocks; sizes go to an int array, cyclic deal */
#include <stdio.h>
#include <stdlib.h>
#define BLK 4096
#define NB 1500
static unsigned char raw[NB][BLK];
static unsigned char packed[NB][2 * BLK];
static int size[NB];

static int rle(const unsigned char *s, unsigned char *d) {
  int o = 0;
  for (int i = 0; i < BLK;) {
    int r = 1;
    while (i + r < BLK && r < 255 && s[i + r] == s[i])
      r++;
    d[o++] = (unsigned char)r;
    d[o++] = s[i];
    i += r;
  }
  return o;
}
int main(void) {
  unsigned x = 31337;
  for (int b = 0; b < NB; b++)
    for (int i = 0; i < BLK; i++) {
      if (i % (1 + b % 40) == 0)
        x = x * 1103515245u + 12345u;
      raw[b][i] = (x >> 18) & 15;
    }
#pragma omp parallel for schedule(static, 1)
  for (int b = 0; b < NB; b++)
    size[b] = rle(raw[b], packed[b]);
  long total = 0;
  unsigned h = 0;
  for (int b = 0; b < NB; b++) {
    total += size[b];
    for (int i = 0; i < size[b]; i += 7)
      h = h * 131 + packed[b][i];
  }
  printf("%ld of %d bytes, hash %u\n", total, NB * BLK, h);
  return 0;
}
