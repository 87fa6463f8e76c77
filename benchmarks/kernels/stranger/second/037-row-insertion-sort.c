/* Sorts every row of a matrix of shorts by insertion; rows have different lengths, schedule(dynamic,2). */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 3000, MAXLEN = 700 };

static short m[ROWS][MAXLEN];
static int len[ROWS];

int main(void) {
  unsigned s = 3;
  for (int i = 0; i < ROWS; i++) {
    len[i] = 20 + (i * 37) % (MAXLEN - 20);
    for (int j = 0; j < len[i]; j++) {
      s = s * 1103515245u + 12345u;
      m[i][j] = (short)((int)(s >> 17) - 16384);
    }
  }

#pragma omp parallel for schedule(dynamic, 2)
  for (int i = 0; i < ROWS; i++) {
    short *r = m[i];
    for (int j = 1; j < len[i]; j++) {
      short v = r[j];
      int k = j - 1;
      while (k >= 0 && r[k] > v) {
        r[k + 1] = r[k];
        k--;
      }
      r[k + 1] = v;
    }
  }

  long h = 0;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < len[i]; j++)
      h += (long)m[i][j] * (j + 1);
  printf("%ld\n", h);
  return 0;
}
