/* letter classes counted in a shared per-thread table */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#define LEN (4 * 1024 * 1024)
#define MAXT 256
static char text[LEN];
static long vowels[MAXT];
static long spaces[MAXT];

int main(void) {
  unsigned r = 99;
  for (int i = 0; i < LEN; i++) {
    r = r * 1103515245u + 12345u;
    text[i] = (r >> 16) % 6 == 0 ? ' ' : 'a' + (r >> 20) % 26;
  }
#pragma omp parallel
  {
    int me = omp_get_thread_num();
#pragma omp for
    for (int i = 0; i < LEN; i++) {
      switch (text[i]) {
      case 'a':
      case 'e':
      case 'i':
      case 'o':
      case 'u':
        vowels[me]++;
        break;
      case ' ':
        spaces[me]++;
        break;
      default:
        break;
      }
    }
  }
  long v = 0, s = 0;
  for (int t = 0; t < MAXT; t++) {
    v += vowels[t];
    s += spaces[t];
  }
  printf("vowels %ld spaces %ld\n", v, s);
  return 0;
}
