/* Sum of squares along z for every (x,y), power-of-two planes, then a
   collapsed smoothing with the parallel loop over the innermost index. */
#include <stdio.h>
#include <stdlib.h>

#define NZ 64
#define NY 128
#define NX 128

int main(void) {
  double ***v = malloc(sizeof *v * NZ);
  double *power = calloc(NY * NX, sizeof(double));
  double *smooth = calloc(NY * NX, sizeof(double));
  double *store = malloc(sizeof(double) * NZ * NY * NX);
  for (int z = 0; z < NZ; z++) {
    v[z] = malloc(sizeof **v * NY);
    for (int y = 0; y < NY; y++) {
      v[z][y] = store + ((size_t)z * NY + y) * NX;
      for (int x = 0; x < NX; x++)
        v[z][y][x] = (double)((x * 3 + y * 5 + z * 7) % 31) - 15.0;
    }
  }

#pragma omp parallel for collapse(2) schedule(static, 3)
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++)
      for (int z = 0; z < NZ; z++)
        power[y * NX + x] += v[z][y][x] * v[z][y][x];

#pragma omp parallel for
  for (int x = 1; x < NX - 1; x++)
    for (int y = 1; y < NY - 1; y++)
      smooth[y * NX + x] = 0.5 * power[y * NX + x] + 0.125 * (power[(y - 1) * NX + x] + power[(y + 1) * NX + x] +
                                                              power[y * NX + x - 1] + power[y * NX + x + 1]);

  double s = 0.0;
  for (int i = 0; i < NY * NX; i++)
    s += smooth[i] * (i % 3);
  printf("%.6f\n", s);
  for (int z = 0; z < NZ; z++)
    free(v[z]);
  free(v);
  free(power);
  free(smooth);
  free(store);
  return 0;
}
