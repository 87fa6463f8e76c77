/* Floyd-Warshall all-pairs shortest paths on ints, parallel over rows inside the pivot loop. */
#include <stdio.h>
#include <stdlib.h>

#define V 420
#define INF 1000000

static int dist[V][V];

int main(void) {
  unsigned s = 5;
  for (int i = 0; i < V; i++)
    for (int j = 0; j < V; j++) {
      s = s * 1664525u + 1013904223u;
      dist[i][j] = i == j ? 0 : ((s >> 24) < 20 ? 1 + (int)((s >> 8) & 255) : INF);
    }

  for (int k = 0; k < V; k++) {
    const int *dk = dist[k];
#pragma omp parallel for schedule(static)
    for (int i = 0; i < V; i++) {
      if (i == k)
        continue; /* row k does not change in step k */
      const int dik = dist[i][k];
      for (int j = 0; j < V; j++)
        if (dik + dk[j] < dist[i][j])
          dist[i][j] = dik + dk[j];
    }
  }

  long h = 0;
  for (int i = 0; i < V; i++)
    for (int j = 0; j < V; j++)
      h += (long)dist[i][j] * (1 + (i + j) % 3);
  printf("%ld\n", h);
  return 0;
}
