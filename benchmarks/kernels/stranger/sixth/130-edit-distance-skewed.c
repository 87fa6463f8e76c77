#include <stdio.h>
#include <string.h>

#define L 240

static int D[2 * L + 1][L + 1];
static unsigned char p[L], q[L];

static int min3(int x, int y, int z) {
  int m = x < y ? x : y;
  return m < z ? m : z;
}

static int distance(void) {
  for (int d = 0; d <= 2 * L; d++) {
    int lo = d > L ? d - L : 0, hi = d < L ? d : L;
#pragma omp parallel for schedule(static, 1)
    for (int i = lo; i <= hi; i++) {
      int j = d - i;
      if (i == 0 || j == 0)
        D[d][i] = d;
      else
        D[d][i] = min3(D[d - 1][i - 1] + 1, D[d - 1][i] + 1, D[d - 2][i - 1] + (p[i - 1] != q[j - 1]));
    }
  }
  return D[2 * L][L];
}

int main(void) {
  for (int i = 0; i < L; i++) {
    p[i] = (unsigned char)('a' + (i * i) % 7);
    q[i] = (unsigned char)('a' + (i * i + i / 13) % 7);
  }
  printf("%d\n", distance());
  return 0;
}
