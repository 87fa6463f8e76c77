/* Particles are turned from structs into arrays, two at a time. */
#include <stdio.h>
#include <stdlib.h>

struct particle {
  double x, y, z, vx, vy, vz;
};

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 200000;
  struct particle *p = malloc(n * sizeof *p);
  float *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), *z = malloc(n * sizeof *z);
  for (int i = 0; i < n; i++)
    p[i] = (struct particle){i * 0.1, i * 0.2, i * 0.3, 0, 0, 0};

#pragma omp parallel for schedule(static, 2)
  for (int i = 0; i < n; i++) {
    x[i] = (float)p[i].x;
    y[i] = (float)p[i].y;
    z[i] = (float)p[i].z;
  }

  double s = 0.0;
  for (int i = 0; i < n; i++)
    s += x[i] + y[i] - z[i];
  printf("%.3f\n", s);
  free(p);
  free(x);
  free(y);
  free(z);
  return 0;
}
