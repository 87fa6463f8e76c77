/* level-synchronous BFS; the frontier is an array, discovery by atomic capture */
#include <stdio.h>
#include <stdlib.h>
#define V 150000
#define DEG 8
static int adj[V][DEG], level[V], claimed[V], cur[V], nxt[V];

static int expand(int *from, int nf, int *to, int depth) {
  int nt = 0;
#pragma omp parallel for schedule(dynamic, 64)
  for (int f = 0; f < nf; f++) {
    const int *nb = adj[from[f]];
    for (int e = 0; e < DEG; e++) {
      int v = nb[e], was, pos;
#pragma omp atomic capture
      {
        was = claimed[v];
        claimed[v] = 1;
      }
      if (was)
        continue;
      level[v] = depth;
#pragma omp atomic capture
      pos = nt++;
      to[pos] = v;
    }
  }
  return nt;
}
int main(void) {
  unsigned r = 5;
  for (int v = 0; v < V; v++) {
    level[v] = -1;
    for (int e = 0; e < DEG; e++) {
      r = r * 69069u + 12345u;
      adj[v][e] = e < 2 ? (v + 1 + e * 7) % V : (int)((r >> 4) % V);
    }
  }
  int *a = cur, *b = nxt, n = 1, depth = 0;
  a[0] = 0;
  level[0] = 0;
  claimed[0] = 1;
  while (n) {
    n = expand(a, n, b, ++depth);
    int *t = a;
    a = b;
    b = t;
  }
  long s = 0;
  for (int v = 0; v < V; v++)
    s += level[v] * (long)(v % 17);
  printf("depth %d sum %ld\n", depth - 1, s);
  return 0;
}
