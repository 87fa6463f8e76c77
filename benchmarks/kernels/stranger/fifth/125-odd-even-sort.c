#include <stdio.h>

#define N 9000
#define PASSES 160 /* no element is further than this from its place */

static short v[N];

static void oesort(void) {
  for (int pass = 0; pass < PASSES; pass++) {
    int first = pass & 1;
#pragma omp parallel for schedule(static, 1)
    for (int i = first; i < N - 1; i += 2)
      if (v[i] > v[i + 1]) {
        short t = v[i];
        v[i] = v[i + 1];
        v[i + 1] = t;
      }
  }
}

int main(void) {
  unsigned r = 99;
  for (int i = 0; i < N; i++) {
    r = r * 69069u + 1u;
    v[i] = (short)(i + (int)(r >> 26));
  }
  oesort();
  int ok = 1;
  for (int i = 1; i < N; i++)
    ok &= v[i - 1] <= v[i];
  printf("%s %d %d\n", ok ? "sorted" : "WRONG", v[0], v[N - 1]);
  return 0;
}
