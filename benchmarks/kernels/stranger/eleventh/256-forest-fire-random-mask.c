/* forest fire automaton; burning cells are scattered everywhere */
#include <stdio.h>
#include <stdlib.h>
#define N 900
enum { EMPTY, TREE, FIRE };
static signed char now[N * N], nxt[N * N];

static unsigned mixhash(unsigned a, unsigned b) {
  a ^= b * 0x85ebca6bu;
  a ^= a >> 15;
  a *= 0xc2b2ae35u;
  return a ^ (a >> 13);
}
static void step(const signed char *f, signed char *g, unsigned t) {
#pragma omp parallel for schedule(static)
  for (int y = 0; y < N; y++) {
    const signed char *up = f + (y + N - 1) % N * N, *dn = f + (y + 1) % N * N, *me = f + y * N;
    for (int x = 0; x < N; x++) {
      signed char c = me[x];
      unsigned h = mixhash(y * N + x, t);
      if (c == FIRE) {
        g[y * N + x] = EMPTY;
        continue;
      }
      if (c == EMPTY) {
        g[y * N + x] = h % 100 < 3 ? TREE : EMPTY;
        continue;
      }
      int hot = up[x] == FIRE || dn[x] == FIRE || me[(x + 1) % N] == FIRE || me[(x + N - 1) % N] == FIRE;
      g[y * N + x] = hot || h % 2000 == 0 ? FIRE : TREE;
    }
  }
}
int main(void) {
  for (int i = 0; i < N * N; i++)
    now[i] = mixhash(i, 1) % 3 ? TREE : EMPTY;
  signed char *a = now, *b = nxt;
  for (unsigned t = 0; t < 16; t++) {
    step(a, b, t + 100);
    signed char *w = a;
    a = b;
    b = w;
  }
  long cnt[3] = {0};
  for (int i = 0; i < N * N; i++)
    cnt[(int)a[i]]++;
  printf("%ld %ld %ld\n", cnt[0], cnt[1], cnt[2]);
  return 0;
}
