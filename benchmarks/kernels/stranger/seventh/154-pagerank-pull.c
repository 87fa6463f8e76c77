#include <stdio.h>
#include <stdlib.h>

#define V 80000
#define IN 6

static int src[V * IN];
static int outdeg[V];
static float rank[2][V], contrib[V];

static void iterate(int cur) {
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (int v = 0; v < V; v++)
      contrib[v] = outdeg[v] ? rank[cur][v] / (float)outdeg[v] : 0.0f;
#pragma omp for schedule(static)
    for (int v = 0; v < V; v++) {
      float s = 0;
      for (int e = 0; e < IN; e++)
        s += contrib[src[v * IN + e]];
      rank[1 - cur][v] = 0.15f / V + 0.85f * s;
    }
  }
}

int main(void) {
  unsigned r = 17;
  for (int k = 0; k < V * IN; k++) {
    r = r * 1103515245u + 12345u;
    src[k] = (int)((r >> 5) % V);
    outdeg[src[k]]++;
  }
  for (int v = 0; v < V; v++)
    rank[0][v] = 1.0f / V;
  for (int it = 0; it < 20; it++)
    iterate(it & 1);
  double s = 0;
  for (int v = 0; v < V; v += 7)
    s += rank[0][v];
  printf("%.6f\n", s);
  return 0;
}
