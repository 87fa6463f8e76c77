#include <stdio.h>
#include <stdlib.h>

#define REC 80
#define NREC 50000

static unsigned char nw[NREC];

static void count_words(const char *txt) {
#pragma omp parallel for schedule(static, 1)
  for (int r = 0; r < NREC; r++) {
    const char *p = txt + (size_t)r * REC;
    int in = 0, w = 0;
    for (int k = 0; k < REC; k++) {
      int sp = p[k] == ' ';
      w += !sp && !in;
      in = !sp;
    }
    nw[r] = (unsigned char)w;
  }
}

int main(void) {
  char *t = malloc((size_t)REC * NREC);
  if (!t)
    return 1;
  unsigned s = 11;
  for (size_t i = 0; i < (size_t)REC * NREC; i++) {
    s = s * 1103515245u + 12345u;
    t[i] = (s >> 28) < 3 ? ' ' : (char)('a' + (s >> 20) % 26);
  }
  count_words(t);
  long tot = 0;
  for (int r = 0; r < NREC; r++)
    tot += nw[r];
  printf("%ld\n", tot);
  free(t);
  return 0;
}
