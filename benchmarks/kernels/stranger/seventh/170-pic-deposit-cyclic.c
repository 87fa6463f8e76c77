#include <stdio.h>
#include <stdlib.h>

#define G 64
#define PPC 40
#define NP (G * G * PPC)

struct part {
  float x, y, w;
};
static double grid[G][G];

static void deposit(const struct part *p) {
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < NP; i++) {
    int cx = (int)p[i].x, cy = (int)p[i].y;
#pragma omp atomic
    grid[cy][cx] += p[i].w;
  }
}

int main(void) {
  struct part *p = malloc(NP * sizeof *p);
  if (!p)
    return 1;
  for (int i = 0; i < NP; i++) {
    int cell = i / PPC;
    p[i].x = (float)(cell % G) + 0.02f * (float)(i % PPC);
    p[i].y = (float)(cell / G) + 0.5f;
    p[i].w = 1.0f + (float)(i % 2);
  }
  for (int r = 0; r < 3; r++)
    deposit(p);
  double s = 0;
  for (int y = 0; y < G; y++)
    for (int x = 0; x < G; x++)
      s += grid[y][x] * (x + 1);
  printf("%.1f\n", s);
  free(p);
  return 0;
}
