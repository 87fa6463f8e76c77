#include <stdio.h>
#include <stdlib.h>

#define NX 120
#define NY 60
#define NZ 80

#define AT(x, y, z) (((z) * NY + (y)) * NX + (x))

static void relax_z(double *g) {
#pragma omp parallel for schedule(static, 1)
  for (int x = 0; x < NX; x++)
    for (int y = 0; y < NY; y++) {
      for (int z = 1; z < NZ; z++)
        g[AT(x, y, z)] += 0.5 * g[AT(x, y, z - 1)];
      for (int z = NZ - 2; z >= 0; z--)
        g[AT(x, y, z)] = 0.5 * (g[AT(x, y, z)] + g[AT(x, y, z + 1)]);
    }
}

int main(void) {
  double *g = malloc(sizeof(double) * NX * NY * NZ);
  if (!g)
    return 1;
  for (int i = 0; i < NX * NY * NZ; i++)
    g[i] = i % 21;
  for (int r = 0; r < 4; r++)
    relax_z(g);
  double s = 0;
  for (int i = 0; i < NX * NY * NZ; i++)
    s += g[i];
  printf("%.6e\n", s);
  free(g);
  return 0;
}
