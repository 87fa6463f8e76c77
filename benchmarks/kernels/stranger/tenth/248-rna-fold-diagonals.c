/* Nussinov-style RNA folding: one diagonal of spans at a time */
#include <stdio.h>
#include <stdlib.h>
#define N 520
static char seq[N];
static short best[N][N];

static int pairs(char a, char b) {
  return (a == 'A' && b == 'U') || (a == 'U' && b == 'A') || (a == 'G' && b == 'C') || (a == 'C' && b == 'G') ||
         (a == 'G' && b == 'U') || (a == 'U' && b == 'G');
}
static void fill(void) {
  for (int span = 4; span < N; span++) {
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < N - span; i++) {
      int j = i + span;
      short m = best[i + 1][j] > best[i][j - 1] ? best[i + 1][j] : best[i][j - 1];
      if (pairs(seq[i], seq[j]) && best[i + 1][j - 1] + 1 > m)
        m = best[i + 1][j - 1] + 1;
      for (int k = i + 1; k < j; k++) {
        short v = best[i][k] + best[k + 1][j];
        if (v > m)
          m = v;
      }
      best[i][j] = m;
    }
  }
}
int main(void) {
  unsigned r = 3;
  for (int i = 0; i < N; i++) {
    r = r * 1103515245u + 12345u;
    seq[i] = "ACGU"[(r >> 20) & 3];
  }
  fill();
  long s = 0;
  for (int i = 0; i < N; i++)
    for (int j = i; j < N; j++)
      s += best[i][j];
  printf("pairs %d checksum %ld\n", best[0][N - 1], s);
  return 0;
}
