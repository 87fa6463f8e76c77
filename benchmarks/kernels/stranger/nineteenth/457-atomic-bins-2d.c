/* Two-dimensional histogram of points by atomic updates. */
#include <stdio.h>

#define N 400000
#define B 64

static float px[N], py[N];
static int bins[B][B];

int main(void) {
  for (int i = 0; i < N; i++) {
    px[i] = (float)((i * 31) % 1000) / 1000.0f;
    py[i] = (float)((i * 17) % 1000) / 1000.0f;
  }
#pragma omp parallel for schedule(static, 64)
  for (int i = 0; i < N; i++) {
    int a = (int)(px[i] * B), b = (int)(py[i] * B);
#pragma omp atomic
    bins[a][b]++;
  }
  printf("%d %d\n", bins[3][5], bins[B - 1][B - 1]);
  return 0;
}
