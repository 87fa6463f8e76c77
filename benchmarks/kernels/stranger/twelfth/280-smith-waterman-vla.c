/* local alignment of many read pairs of different length, VLA row per pair */
#include <stdio.h>
#include <stdlib.h>
#define PAIRS 500
#define MAXL 420
typedef struct {
  int la, lb;
  char a[MAXL], b[MAXL];
} pair_t;

static int align(const pair_t *p, int match, int mis, int gap) {
  int row[p->lb + 1];
  int best = 0;
  for (int j = 0; j <= p->lb; j++)
    row[j] = 0;
  for (int i = 1; i <= p->la; i++) {
    int diag = 0;
    for (int j = 1; j <= p->lb; j++) {
      int up = row[j], s = diag + (p->a[i - 1] == p->b[j - 1] ? match : mis);
      if (up + gap > s)
        s = up + gap;
      if (row[j - 1] + gap > s)
        s = row[j - 1] + gap;
      if (s < 0)
        s = 0;
      diag = up;
      row[j] = s;
      if (s > best)
        best = s;
    }
  }
  return best;
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : PAIRS, *score = malloc(n * sizeof(int));
  pair_t *p = malloc(n * sizeof *p);
  unsigned r = 6;
  for (int k = 0; k < n; k++) {
    p[k].la = 30 + (k * 173) % 380;
    p[k].lb = 30 + (k * 59) % 390;
    for (int i = 0; i < MAXL; i++) {
      r = r * 1664525u + 1013904223u;
      p[k].a[i] = "ACGT"[r >> 30];
      p[k].b[i] = r & 0x30000 ? p[k].a[i] : 'N';
    }
  }
#pragma omp parallel for schedule(guided)
  for (int k = 0; k < n; k++)
    score[k] = align(&p[k], 2, -1, -2);
  long s = 0;
  for (int k = 0; k < n; k++)
    s += score[k] * (k % 7 + 1L);
  printf("%ld\n", s);
  free(p);
  free(score);
  return 0;
}
