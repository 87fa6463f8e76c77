#include <stdio.h>

#define N 400

static int lab[2][N][N];
static unsigned char cell[N][N];

static int pass(int c) {
  int changed = 0;
#pragma omp parallel for schedule(static) reduction(+ : changed)
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++) {
      int l = lab[c][i][j];
      if (cell[i][j]) {
        if (cell[i - 1][j] && lab[c][i - 1][j] < l)
          l = lab[c][i - 1][j];
        if (cell[i + 1][j] && lab[c][i + 1][j] < l)
          l = lab[c][i + 1][j];
        if (cell[i][j - 1] && lab[c][i][j - 1] < l)
          l = lab[c][i][j - 1];
        if (cell[i][j + 1] && lab[c][i][j + 1] < l)
          l = lab[c][i][j + 1];
      }
      changed += l != lab[c][i][j];
      lab[1 - c][i][j] = l;
    }
  return changed;
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      cell[i][j] = ((unsigned)(i * N + j) * 2654435761u >> 20) % 100 < 58;
      lab[0][i][j] = lab[1][i][j] = i * N + j;
    }
  int c = 0, it = 0;
  while (it < 150 && pass(c)) {
    c = 1 - c;
    it++;
  }
  long s = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      s += cell[i][j] ? lab[c][i][j] : 0;
  printf("%d %ld\n", it, s);
  return 0;
}
