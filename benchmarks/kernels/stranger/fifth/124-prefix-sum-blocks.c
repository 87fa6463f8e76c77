#include <stdio.h>
#include <stdlib.h>

#define N 2000000
#define NB 16

static void scan(int *a, long *out, int n) {
  long part[NB + 1];
  int bs = (n + NB - 1) / NB;
  part[0] = 0;
#pragma omp parallel for schedule(static)
  for (int b = 0; b < NB; b++) {
    long s = 0;
    int hi = (b + 1) * bs < n ? (b + 1) * bs : n;
    for (int i = b * bs; i < hi; i++)
      s += a[i];
    part[b + 1] = s;
  }
  for (int b = 0; b < NB; b++)
    part[b + 1] += part[b];
#pragma omp parallel for schedule(static)
  for (int b = 0; b < NB; b++) {
    long s = part[b];
    int hi = (b + 1) * bs < n ? (b + 1) * bs : n;
    for (int i = b * bs; i < hi; i++) {
      s += a[i];
      out[i] = s;
    }
  }
}

int main(void) {
  int *a = malloc(N * sizeof *a);
  long *o = malloc(N * sizeof *o);
  if (!a || !o)
    return 1;
  for (int i = 0; i < N; i++)
    a[i] = i % 23 - 9;
  scan(a, o, N);
  printf("%ld %ld %ld\n", o[0], o[N / 2], o[N - 1]);
  free(a);
  free(o);
  return 0;
}
