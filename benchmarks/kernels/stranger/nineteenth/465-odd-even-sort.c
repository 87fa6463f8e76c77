/* Odd-even transposition sort, pairs dealt out in each phase. */
#include <stdio.h>

#define N 3000

static int a[N];

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = (i * 7919) % N;
  for (int phase = 0; phase < 1000; phase++) {
    int first = phase % 2;
#pragma omp parallel for
    for (int i = first; i < N - 1; i += 2)
      if (a[i] > a[i + 1]) {
        int t = a[i];
        a[i] = a[i + 1];
        a[i + 1] = t;
      }
  }
  printf("%d %d %d\n", a[0], a[N / 2], a[N - 1]);
  return 0;
}
