/* Direct-sum gravity, structure of arrays, energy reduced in the
   drift loop, which takes small guided chunks. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1200

struct bodies {
  double *x, *y, *z, *vx, *vy, *vz, *m;
};

int main(void) {
  double *pool = malloc(sizeof(double) * 7 * N);
  struct bodies b = {pool, pool + N, pool + 2 * N, pool + 3 * N, pool + 4 * N, pool + 5 * N, pool + 6 * N};
  double ekin = 0.0;
  for (int i = 0; i < N; i++) {
    b.x[i] = i * 37 % 101;
    b.y[i] = i * 53 % 103;
    b.z[i] = i * 71 % 107;
    b.vx[i] = b.vy[i] = b.vz[i] = 0.0;
    b.m[i] = 1.0 + i % 4;
  }

#pragma omp parallel
  for (int step = 0; step < 2; step++) {
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++) {
      double ax = 0.0, ay = 0.0, az = 0.0;
      for (int j = 0; j < N; j++) {
        double dx = b.x[j] - b.x[i], dy = b.y[j] - b.y[i], dz = b.z[j] - b.z[i];
        double r2 = dx * dx + dy * dy + dz * dz + 0.1;
        double w = b.m[j] / (r2 * sqrt(r2));
        ax += w * dx;
        ay += w * dy;
        az += w * dz;
      }
      b.vx[i] += 0.01 * ax;
      b.vy[i] += 0.01 * ay;
      b.vz[i] += 0.01 * az;
    }
#pragma omp for schedule(guided, 4) reduction(+ : ekin)
    for (int i = 0; i < N; i++) {
      b.x[i] += 0.01 * b.vx[i];
      b.y[i] += 0.01 * b.vy[i];
      b.z[i] += 0.01 * b.vz[i];
      ekin += b.m[i] * (b.vx[i] * b.vx[i] + b.vy[i] * b.vy[i] + b.vz[i] * b.vz[i]);
    }
  }
  printf("%.8e\n", ekin);
  free(pool);
  return 0;
}
