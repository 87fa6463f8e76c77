#include <stdio.h>
#include <stdlib.h>

#define LA 230
#define LB 210

static char a[LA], b[LB];
static unsigned short (*T)[LB + 1];

static int lcs(void) {
  for (int d = 2; d <= LA + LB; d++) {
    int lo = d - LB > 1 ? d - LB : 1;
    int hi = d - 1 < LA ? d - 1 : LA;
#pragma omp parallel for
    for (int i = lo; i <= hi; i++) {
      int j = d - i;
      if (a[i - 1] == b[j - 1])
        T[i][j] = T[i - 1][j - 1] + 1;
      else
        T[i][j] = T[i - 1][j] > T[i][j - 1] ? T[i - 1][j] : T[i][j - 1];
    }
  }
  return T[LA][LB];
}

int main(void) {
  T = calloc(LA + 1, sizeof *T);
  if (!T)
    return 1;
  unsigned s = 5;
  for (int i = 0; i < LA; i++) {
    s = s * 1664525u + 1013904223u;
    a[i] = "ACGT"[s >> 30];
  }
  for (int i = 0; i < LB; i++) {
    s = s * 1664525u + 1013904223u;
    b[i] = "ACGT"[s >> 30];
  }
  printf("lcs %d\n", lcs());
  free(T);
  return 0;
}
