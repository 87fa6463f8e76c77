/* Level-synchronous BFS, bottom-up: every unvisited node scans its neighbours; byte flags, new levels kept apart. */
#include <stdio.h>
#include <string.h>

#define N 400000
#define DEG 6

static int adj[N][DEG];
static signed char level[N], next[N];

int main(void) {
  unsigned s = 9;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < DEG; k++) {
      s = s * 69069u + 1234567u;
      adj[i][k] = k == 0 ? (i + 1) % N : (i + (int)((s >> 10) % 30000u)) % N;
    }

  memset(level, -1, sizeof level);
  level[0] = 0;
  int depth = 0;
  long changed = 1;
  while (changed) {
    changed = 0;
#pragma omp parallel for schedule(dynamic, 512) reduction(+ : changed)
    for (int i = 0; i < N; i++) {
      next[i] = level[i];
      if (level[i] >= 0)
        continue;
      for (int k = 0; k < DEG; k++)
        if (level[adj[i][k]] == depth) {
          next[i] = (signed char)(depth + 1);
          changed++;
          break;
        }
    }
    memcpy(level, next, sizeof level);
    depth++;
  }

  long h = 0;
  for (int i = 0; i < N; i++)
    h += (long)level[i] * (i % 7 + 1);
  printf("depth %d, %ld\n", depth - 1, h);
  return 0;
}
