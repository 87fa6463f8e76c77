/* 2-D shallow ice: explicit diffusion with a 5-point stencil, double buffered. Fine as it is. */
#include <stdio.h>
#include <stdlib.h>

static const int nx = 500;
static const int ny = 420;
static const int steps = 20;

int main(void) {
  double *h = calloc((size_t)nx * ny, sizeof *h);
  double *g = calloc((size_t)nx * ny, sizeof *g);
  if (!h || !g)
    return 1;
  for (int y = ny / 3; y < ny / 2; y++)
    for (int x = nx / 3; x < nx / 2; x++)
      h[y * nx + x] = g[y * nx + x] = 100.0;

  for (int t = 0; t < steps; t++) {
#pragma omp parallel for schedule(static)
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++) {
        int k = y * nx + x;
        g[k] = h[k] + 0.2 * (h[k - 1] + h[k + 1] + h[k - nx] + h[k + nx] - 4.0 * h[k]);
      }
    double *s = h;
    h = g;
    g = s;
  }
  double c = 0.0;
  for (int k = 0; k < nx * ny; k++)
    c += h[k] * (k % 3 + 1);
  printf("%.6f\n", c);
  free(h);
  free(g);
  return 0;
}
