/* Merges neighbouring runs of 64 sorted numbers. */
#include <stdio.h>

#define N 524288
#define RUN 64

static int a[N], b[N];

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i % RUN * 3 + i / RUN % 5;
#pragma omp parallel for schedule(static, 1)
  for (int r = 0; r < N; r += 2 * RUN) {
    int p = r, q = r + RUN;
    for (int o = r; o < r + 2 * RUN; o++)
      if (q >= r + 2 * RUN || (p < r + RUN && a[p] <= a[q]))
        b[o] = a[p++];
      else
        b[o] = a[q++];
  }
  printf("%d %d\n", b[1], b[N - 1]);
  return 0;
}
