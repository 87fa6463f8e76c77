/* all-pairs shortest paths, rows shared per intermediate vertex */
#include <stdio.h>
#include <stdlib.h>
#define V 360
#define INF 1000000
static int d[V][V];

static void relax_all(void) {
#pragma omp parallel
  for (int k = 0; k < V; k++) {
#pragma omp for schedule(static)
    for (int i = 0; i < V; i++) {
      if (i == k)
        continue;
      int dik = d[i][k];
      for (int j = 0; j < V; j++) {
        int alt = dik + d[k][j];
        if (alt < d[i][j])
          d[i][j] = alt;
      }
    }
  }
}
int main(void) {
  unsigned r = 17;
  for (int i = 0; i < V; i++)
    for (int j = 0; j < V; j++) {
      r = r * 1664525u + 1013904223u;
      d[i][j] = i == j ? 0 : (r >> 24) < 8 ? 1 + (int)((r >> 12) & 127) : INF;
    }
  for (int i = 0; i < V; i++)
    d[i][(i + 1) % V] = 90;
  relax_all();
  long s = 0;
  int diam = 0;
  for (int i = 0; i < V; i++)
    for (int j = 0; j < V; j++) {
      s += d[i][j];
      if (d[i][j] > diam)
        diam = d[i][j];
    }
  printf("sum %ld diameter %d\n", s, diam);
  return 0;
}
