#include <stdio.h>
#include <stdlib.h>

#define TAB 1000000
#define QRY 300000

static void lookup(const int *t, const int *q, int *pos) {
#pragma omp parallel for schedule(dynamic, 512)
  for (int i = 0; i < QRY; i++) {
    int lo = 0, hi = TAB;
    while (lo < hi) {
      int m = lo + (hi - lo) / 2;
      if (t[m] < q[i])
        lo = m + 1;
      else
        hi = m;
    }
    pos[i] = lo;
  }
}

int main(void) {
  int *t = malloc(TAB * sizeof *t), *q = malloc(QRY * sizeof *q), *p = malloc(QRY * sizeof *p);
  if (!t || !q || !p)
    return 1;
  for (int i = 0; i < TAB; i++)
    t[i] = 3 * i + i % 2;
  for (int i = 0; i < QRY; i++)
    q[i] = (int)(((unsigned)i * 2246822519u) % (3u * TAB));
  lookup(t, q, p);
  long s = 0;
  for (int i = 0; i < QRY; i++)
    s += p[i];
  printf("%ld\n", s);
  free(t);
  free(q);
  free(p);
  return 0;
}
