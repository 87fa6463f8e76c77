/* Heat in one parallel region: pointers are exchanged by one thread. */
#include <stdio.h>
#include <stdlib.h>

#define NX 700
#define NY 500

int main(void) {
  double *t = calloc((size_t)NX * NY, sizeof *t), *u = calloc((size_t)NX * NY, sizeof *u);
  t[NX * (NY / 2) + NX / 2] = 1000.0;

#pragma omp parallel
  for (int step = 0; step < 12; step++) {
#pragma omp for schedule(static)
    for (int y = 1; y < NY - 1; y++)
      for (int x = 1; x < NX - 1; x++)
        u[y * NX + x] =
            0.2 * (t[y * NX + x] + t[y * NX + x - 1] + t[y * NX + x + 1] + t[(y - 1) * NX + x] + t[(y + 1) * NX + x]);
#pragma omp single
    {
      double *w = t;
      t = u;
      u = w;
    }
  }

  double s = 0.0;
  for (int i = 0; i < NX * NY; i++)
    s += t[i];
  printf("%.6f\n", s);
  free(t);
  free(u);
  return 0;
}
