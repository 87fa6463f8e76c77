/* odd-even transposition sort of small integers */
#include <stdio.h>
#include <stdlib.h>
#define N 4000
static int key[N];

static void sort(int *a, int n) {
  for (int phase = 0; phase < n; phase++) {
#pragma omp parallel for schedule(static)
    for (int i = phase & 1; i < n - 1; i += 2)
      if (a[i] > a[i + 1]) {
        int t = a[i];
        a[i] = a[i + 1];
        a[i + 1] = t;
      }
  }
}
int main(void) {
  unsigned r = 2463534242u;
  for (int i = 0; i < N; i++) {
    r ^= r << 13;
    r ^= r >> 17;
    r ^= r << 5;
    key[i] = r % 100000;
  }
  sort(key, N);
  unsigned long c = 0;
  for (int i = 0; i < N; i++)
    c += (unsigned long)key[i] * (i + 1);
  printf("%lu\n", c);
  return 0;
}
