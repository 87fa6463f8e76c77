/* Longest common subsequence, anti-diagonal by anti-diagonal on the full table. */
#include <stdio.h>
#include <stdlib.h>

#define N 2000
#define W (N + 1)

static unsigned char p[N], q[N];
static short tab[W][W];

int main(void) {
  for (int i = 0; i < N; i++) {
    p[i] = (unsigned char)((i * i + 3 * i) % 23);
    q[i] = (unsigned char)((i * 5 + i / 7) % 23);
  }
  for (int d = 2; d <= 2 * N; d++) {
    int lo = d - N > 1 ? d - N : 1;
    int hi = d - 1 < N ? d - 1 : N;
#pragma omp parallel for schedule(static)
    for (int i = lo; i <= hi; i++) {
      int j = d - i;
      if (p[i - 1] == q[j - 1])
        tab[i][j] = (short)(tab[i - 1][j - 1] + 1);
      else
        tab[i][j] = tab[i - 1][j] > tab[i][j - 1] ? tab[i - 1][j] : tab[i][j - 1];
    }
  }
  printf("lcs %d\n", tab[N][N]);
  return 0;
}
