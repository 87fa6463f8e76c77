/* Smith-Waterman scores by anti-diagonals, the matrix stored skewed so that a diagonal is contiguous. */
#include <stdio.h>
#include <stdlib.h>

#define L 2500

static short h[2 * L + 1][L + 1];
static char p[L], q[L];

int main(void) {
  unsigned s = 42;
  for (int i = 0; i < L; i++) {
    s = s * 69069u + 5u;
    p[i] = "ACGT"[s >> 30];
    q[i] = i % 3 ? p[i] : "ACGT"[(s >> 20) & 3];
  }

  for (int d = 2; d <= 2 * L; d++) {
    int lo = d - L > 1 ? d - L : 1, hi = d - 1 < L ? d - 1 : L;
#pragma omp parallel for schedule(static)
    for (int i = lo; i <= hi; i++) {
      int j = d - i;
      int best = h[d - 2][i - 1] + (p[i - 1] == q[j - 1] ? 3 : -2);
      if (h[d - 1][i - 1] - 4 > best)
        best = h[d - 1][i - 1] - 4;
      if (h[d - 1][i] - 4 > best)
        best = h[d - 1][i] - 4;
      h[d][i] = (short)(best > 0 ? best : 0);
    }
  }

  int max = 0;
  long sum = 0;
  for (int d = 0; d <= 2 * L; d++)
    for (int i = 0; i <= L; i++) {
      sum += h[d][i];
      if (h[d][i] > max)
        max = h[d][i];
    }
  printf("%d %ld\n", max, sum);
  return 0;
}
