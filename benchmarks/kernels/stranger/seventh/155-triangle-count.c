#include <stdio.h>
#include <stdlib.h>

#define V 3000

static int beg[V + 1];

static long triangles(const int *nb) {
  long t = 0;
#pragma omp parallel for reduction(+ : t) schedule(static)
  for (int u = 0; u < V; u++)
    for (int e = beg[u]; e < beg[u + 1]; e++) {
      int v = nb[e], i = e + 1, j = beg[v];
      while (i < beg[u + 1] && j < beg[v + 1]) {
        if (nb[i] == nb[j]) {
          t++;
          i++;
          j++;
        } else if (nb[i] < nb[j])
          i++;
        else
          j++;
      }
    }
  return t;
}

int main(void) {
  int *nb = malloc(sizeof(int) * 4000000), n = 0;
  if (!nb)
    return 1;
  for (int u = 0; u < V; u++) {
    beg[u] = n;
    for (int v = u + 1; v < V; v++)
      if (((unsigned)(u * 7919 + v * 104729) * 2654435761u >> 16) % 1000 < 300000u / (1000u + 3u * (unsigned)u))
        nb[n++] = v;
  }
  beg[V] = n;
  printf("edges %d triangles %ld\n", n, triangles(nb));
  free(nb);
  return 0;
}
