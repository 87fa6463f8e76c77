/* Local alignment by anti-diagonals: one short parallel loop per diagonal. */
#include <stdio.h>
#include <stdlib.h>

#define LA 1200
#define LB 1000

static int h[LA + 1][LB + 1];
static char a[LA], b[LB];

int main(void) {
  for (int i = 0; i < LA; i++)
    a[i] = "ACGT"[i * i % 7 % 4];
  for (int j = 0; j < LB; j++)
    b[j] = "ACGT"[j * 5 % 11 % 4];

  for (int d = 2; d <= LA + LB; d++) {
    int lo = d - LB > 1 ? d - LB : 1;
    int hi = d - 1 < LA ? d - 1 : LA;
#pragma omp parallel for schedule(static)
    for (int i = lo; i <= hi; i++) {
      int j = d - i;
      int m = h[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 2 : -1);
      int up = h[i - 1][j] - 1, left = h[i][j - 1] - 1;
      if (up > m)
        m = up;
      if (left > m)
        m = left;
      h[i][j] = m > 0 ? m : 0;
    }
  }

  int best = 0;
  long sum = 0;
  for (int i = 1; i <= LA; i++)
    for (int j = 1; j <= LB; j++) {
      sum += h[i][j];
      if (h[i][j] > best)
        best = h[i][j];
    }
  printf("best %d sum %ld\n", best, sum);
  return 0;
}
