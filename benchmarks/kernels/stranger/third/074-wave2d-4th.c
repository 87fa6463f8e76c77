/* 2-D acoustic wave, 4th order in space, three VLA-typed fields rotated, rows in static chunks of 8. */
#include <stdio.h>
#include <stdlib.h>

static void step(int ny, int nx, float (*p)[nx], float (*c)[nx], float (*n)[nx], float (*vel)[nx]) {
#pragma omp parallel for schedule(static, 8)
  for (int y = 2; y < ny - 2; y++)
    for (int x = 2; x < nx - 2; x++) {
      float lap = -5.0f * c[y][x] + 1.3333f * (c[y][x - 1] + c[y][x + 1] + c[y - 1][x] + c[y + 1][x]) -
                  0.08333f * (c[y][x - 2] + c[y][x + 2] + c[y - 2][x] + c[y + 2][x]);
      n[y][x] = 2 * c[y][x] - p[y][x] + vel[y][x] * lap;
    }
}

int main(void) {
  const int ny = 700, nx = 900, steps = 48;
  float(*f[3])[nx], (*vel)[nx] = malloc(sizeof(float[ny][nx]));
  for (int k = 0; k < 3; k++)
    f[k] = calloc(ny, sizeof(float[nx]));
  if (!f[0] || !f[1] || !f[2] || !vel)
    return 1;
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++)
      vel[y][x] = y < ny / 2 ? 0.1f : 0.2f;
  f[1][ny / 2][nx / 2] = 1.0f;

  for (int t = 0; t < steps; t++)
    step(ny, nx, f[t % 3], f[(t + 1) % 3], f[(t + 2) % 3], vel);

  double s = 0;
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++)
      s += f[1][y][x] * f[1][y][x];
  printf("%.6f\n", s);
  for (int k = 0; k < 3; k++)
    free(f[k]);
  free(vel);
  return 0;
}
