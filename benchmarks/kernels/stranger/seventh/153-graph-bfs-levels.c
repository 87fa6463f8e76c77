#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define V 60000
#define DEG 8

static int adj[V][DEG];
static int level[V];

static int bfs(int root, int *front, int *next) {
  memset(level, -1, sizeof level);
  level[root] = 0;
  front[0] = root;
  int nf = 1, d = 0;
  while (nf) {
    int nn = 0;
    d++;
#pragma omp parallel for schedule(dynamic, 64)
    for (int f = 0; f < nf; f++) {
      int u = front[f];
      for (int e = 0; e < DEG; e++) {
        int v = adj[u][e];
        if (level[v] < 0 && __sync_bool_compare_and_swap(&level[v], -1, d)) {
          int pos;
#pragma omp atomic capture
          pos = nn++;
          next[pos] = v;
        }
      }
    }
    int *t = front;
    front = next;
    next = t;
    nf = nn;
  }
  return d;
}

int main(void) {
  int *a = malloc(V * sizeof(int)), *b = malloc(V * sizeof(int));
  unsigned s = 3;
  for (int v = 0; v < V; v++)
    for (int e = 0; e < DEG; e++) {
      s = s * 1664525u + 1013904223u;
      adj[v][e] = e ? (int)((s >> 7) % V) : (v + 1) % V;
    }
  int depth = bfs(0, a, b);
  long sum = 0;
  for (int v = 0; v < V; v++)
    sum += level[v];
  printf("depth %d sum %ld\n", depth, sum);
  free(a);
  free(b);
  return 0;
}
