#include <stdio.h>
#include <stdlib.h>

#define N 6000

static void neighbours(const short *x, const short *y, int *cnt) {
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < N; i++) {
    int c = 0;
    for (int j = 0; j < i; j++) {
      int dx = x[i] - x[j], dy = y[i] - y[j];
      c += dx * dx + dy * dy < 900;
    }
    cnt[i] = c;
  }
}

int main(void) {
  short *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  int *cnt = malloc(N * sizeof *cnt);
  if (!x || !y || !cnt)
    return 1;
  for (int i = 0; i < N; i++) {
    x[i] = (short)(i * 7919 % 1000);
    y[i] = (short)(i * 6101 % 1000);
  }
  neighbours(x, y, cnt);
  long s = 0;
  for (int i = 0; i < N; i++)
    s += (long)cnt[i] * (i % 5);
  printf("%ld\n", s);
  free(x);
  free(y);
  free(cnt);
  return 0;
}
