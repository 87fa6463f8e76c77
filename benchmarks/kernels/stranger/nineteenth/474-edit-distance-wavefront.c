/* Edit distance along anti-diagonals of the whole table. */
#include <stdio.h>

#define N 1200

static char s[N], t[N];
static int d[N + 1][N + 1];

static int least(int a, int b) { return a < b ? a : b; }

int main(void) {
  for (int i = 0; i < N; i++)
    s[i] = (char)('a' + i % 11), t[i] = (char)('a' + i % 13);
  for (int i = 0; i <= N; i++)
    d[i][0] = d[0][i] = i;
  for (int w = 2; w <= 2 * N; w++) {
    int from = w > N ? w - N : 1, to = w > N ? N : w - 1;
#pragma omp parallel for
    for (int i = from; i <= to; i++) {
      int j = w - i;
      d[i][j] = least(least(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + (s[i - 1] != t[j - 1]));
    }
  }
  printf("%d\n", d[N][N]);
  return 0;
}
