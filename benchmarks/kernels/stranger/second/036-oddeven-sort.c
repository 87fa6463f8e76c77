/* Odd-even transposition sort of 4500 ints: a tiny parallel for inside a long sequential loop. */
#include <stdio.h>
#include <stdlib.h>

#define N 4500

static int a[N];

int main(void) {
  unsigned s = 17;
  for (int i = 0; i < N; i++) {
    s = s * 22695477u + 1;
    a[i] = (int)(s >> 12);
  }

  for (int phase = 0; phase < N; phase++) {
#pragma omp parallel for schedule(static)
    for (int i = phase & 1; i < N - 1; i += 2)
      if (a[i] > a[i + 1]) {
        int t = a[i];
        a[i] = a[i + 1];
        a[i + 1] = t;
      }
  }

  unsigned h = 0;
  int ok = 1;
  for (int i = 0; i < N; i++) {
    h = h * 31 + (unsigned)a[i];
    if (i && a[i] < a[i - 1])
      ok = 0;
  }
  printf("%s %u\n", ok ? "sorted" : "NOT sorted", h);
  return 0;
}
