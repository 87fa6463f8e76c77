/* Level-by-level search on a CSR small-world graph, scanning all vertices at each level. */
#include <stdio.h>
#include <stdlib.h>

#define NV 200000
#define DEG 6

static int adj[NV * DEG];
static int offs[NV + 1];
static int level[NV];

int main(void) {
  for (int v = 0; v < NV; v++) {
    offs[v] = v * DEG;
    for (int k = 0; k < DEG - 2; k++)
      adj[v * DEG + k] = (v + (k < 2 ? k - 2 : k - 1) + NV) % NV;
    adj[v * DEG + 4] = (int)((v * 2654435761u >> 3) % NV);
    adj[v * DEG + 5] = (v * 7 + 11) % NV;
    level[v] = -1;
  }
  offs[NV] = NV * DEG;
  level[0] = 0;
  int found = 1;
  for (int l = 1; found; l++) {
    found = 0;
#pragma omp parallel for schedule(guided, 64) reduction(+ : found)
    for (int v = 0; v < NV; v++) {
      if (level[v] >= 0)
        continue;
      for (int e = offs[v]; e < offs[v + 1]; e++) {
        int u;
#pragma omp atomic read
        u = level[adj[e]];
        if (u == l - 1) {
#pragma omp atomic write
          level[v] = l;
          found++;
          break;
        }
      }
    }
  }
  long c = 0;
  for (int v = 0; v < NV; v++)
    c += level[v];
  printf("%ld\n", c);
  return 0;
}
