#include <stdio.h>
#include <stdlib.h>

static void collatz(int *len, int n) {
#pragma omp parallel for schedule(dynamic, 1)
  for (int i = 1; i < n; i++) {
    unsigned long v = (unsigned long)i;
    int c = 0;
    while (v != 1) {
      v = (v & 1) ? 3 * v + 1 : v >> 1;
      c++;
    }
    len[i] = c;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 300000;
  int *len = calloc(n, sizeof *len);
  if (!len)
    return 1;
  collatz(len, n);
  long s = 0;
  int best = 0;
  for (int i = 1; i < n; i++) {
    s += len[i];
    if (len[i] > len[best])
      best = i;
  }
  printf("%ld %d\n", s, best);
  free(len);
  return 0;
}
