#include <stdio.h>

#define V 300
#define INF 1000000

static int dist[V][V];

static void floyd(void) {
  for (int k = 0; k < V; k++) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < V; i++) {
      int dik = dist[i][k];
      if (dik >= INF)
        continue;
      for (int j = 0; j < V; j++)
        if (dik + dist[k][j] < dist[i][j])
          dist[i][j] = dik + dist[k][j];
    }
  }
}

int main(void) {
  for (int i = 0; i < V; i++)
    for (int j = 0; j < V; j++)
      dist[i][j] = i == j ? 0 : INF;
  for (int i = 0; i < V; i++)
    for (int e = 1; e <= 4; e++)
      dist[i][(i * 5 + e * 17) % V] = 1 + (i * e) % 40;
  for (int i = 0; i < V; i++)
    dist[i][i] = 0;
  floyd();
  long s = 0;
  for (int i = 0; i < V; i++)
    for (int j = 0; j < V; j++)
      if (dist[i][j] < INF)
        s += dist[i][j];
  printf("%ld\n", s);
  return 0;
}
