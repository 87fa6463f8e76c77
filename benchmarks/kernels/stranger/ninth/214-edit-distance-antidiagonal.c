/* Levenshtein distance by anti-diagonals; three rolling diagonals */
#include <stdio.h>
#include <stdlib.h>
#define LA 3000
#define LB 2600
static char a[LA + 1], b[LB + 1];
static short diag[3][LA + 1];

static short min3(short x, short y, short z) {
  short m = x < y ? x : y;
  return m < z ? m : z;
}
int main(void) {
  unsigned r = 7;
  for (int i = 0; i < LA; i++) {
    r = r * 69069u + 1;
    a[i] = "ACGT"[r >> 30];
  }
  for (int i = 0; i < LB; i++) {
    r = r * 69069u + 1;
    b[i] = "ACGT"[r >> 30];
  }
  short *p2 = diag[0], *p1 = diag[1], *cur = diag[2];
  p2[0] = 0;
  p1[0] = p1[1] = 1;
  for (int d = 2; d <= LA + LB; d++) {
    int lo = d > LB ? d - LB : 0, hi = d < LA ? d : LA;
#pragma omp parallel for
    for (int i = lo; i <= hi; i++) {
      int j = d - i;
      if (i == 0 || j == 0) {
        cur[i] = (short)d;
        continue;
      }
      cur[i] = min3(p1[i - 1] + 1, p1[i] + 1, p2[i - 1] + (a[i - 1] != b[j - 1]));
    }
    short *t = p2;
    p2 = p1;
    p1 = cur;
    cur = t;
  }
  printf("distance %d\n", p1[LA]);
  return 0;
}
