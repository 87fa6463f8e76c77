/* Histogram of word lengths in a made-up text; private histogram per thread, merged at the end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEN 3000000
#define LINES 3000
#define PER (LEN / LINES)

static char text[LEN];
static long hist[32];

int main(void) {
  unsigned s = 99u;
  for (int i = 0; i < LEN; i++) {
    s = s * 1103515245u + 12345u;
    unsigned r = (s >> 16) % 31u;
    text[i] = r < 26 ? (char)('a' + r) : ' ';
  }
#pragma omp parallel
  {
    long mine[32];
    memset(mine, 0, sizeof mine);
#pragma omp for schedule(dynamic, 16) nowait
    for (int l = 0; l < LINES; l++) {
      int w = 0;
      for (int i = l * PER; i < (l + 1) * PER; i++) {
        if (text[i] == ' ') {
          mine[w < 31 ? w : 31]++;
          w = 0;
        } else {
          w++;
        }
      }
      mine[w < 31 ? w : 31]++;
    }
#pragma omp critical
    for (int k = 0; k < 32; k++)
      hist[k] += mine[k];
  }
  long c = 0;
  for (int k = 0; k < 32; k++)
    c += hist[k] * (k + 1);
  printf("%ld\n", c);
  return 0;
}
