/* count patterns in log lines of mixed length, Horspool search */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define LINES 40000
static char *arena;
static size_t off[LINES + 1];
static int hits[LINES];

static int horspool(const char *t, int n, const char *p, int m, const unsigned char *skip) {
  int c = 0;
  for (int i = 0; i + m <= n; i += skip[(unsigned char)t[i + m - 1]])
    if (t[i + m - 1] == p[m - 1] && !memcmp(t + i, p, m))
      c++;
  return c;
}
int main(void) {
  unsigned r = 12;
  for (int l = 0; l < LINES; l++) {
    r = r * 1664525u + 1013904223u;
    off[l + 1] = off[l] + 20 + (r >> 24 > 250 ? 4000 : (r >> 10) % 180);
  }
  arena = malloc(off[LINES]);
  for (size_t i = 0; i < off[LINES]; i++) {
    r = r * 1664525u + 1013904223u;
    arena[i] = "aeilnorst "[(r >> 20) % 10];
  }
  const char *pats[3] = {"tore", "sin", "enter"};
  for (int p = 0; p < 3; p++) {
    unsigned char skip[256];
    int m = (int)strlen(pats[p]);
    memset(skip, m, sizeof skip);
    for (int i = 0; i < m - 1; i++)
      skip[(unsigned char)pats[p][i]] = m - 1 - i;
#pragma omp parallel for schedule(guided, 32) shared(skip)
    for (int l = 0; l < LINES; l++)
      hits[l] += horspool(arena + off[l], (int)(off[l + 1] - off[l]), pats[p], m, skip);
  }
  long s = 0, w = 0;
  for (int l = 0; l < LINES; l++) {
    s += hits[l];
    w += hits[l] * (long)l;
  }
  printf("%ld hits, weighted %ld\n", s, w);
  return 0;
}
