/* Pack the six faces of a brick into send buffers, then unpack swapped. */
#include <stdio.h>
#include <stdlib.h>

#define NX 96
#define NY 80
#define NZ 64
#define AT(i, j, k) (((size_t)(k) * NY + (j)) * NX + (i))

int main(void) {
  double *f = malloc(sizeof(double) * NX * NY * NZ);
  double *bx = malloc(sizeof(double) * 2 * NY * NZ);
  double *by = malloc(sizeof(double) * 2 * NX * NZ);
  double *bz = malloc(sizeof(double) * 2 * NX * NY);
  for (size_t q = 0; q < (size_t)NX * NY * NZ; q++)
    f[q] = (double)(q % 1009);

  for (int it = 0; it < 50; it++) {
#pragma omp parallel
    {
#pragma omp for nowait
      for (int k = 0; k < NZ; k++)
        for (int j = 0; j < NY; j++) {
          bx[k * NY + j] = f[AT(1, j, k)];
          bx[(NZ + k) * NY + j] = f[AT(NX - 2, j, k)];
        }
#pragma omp for nowait
      for (int k = 0; k < NZ; k++)
        for (int i = 0; i < NX; i++) {
          by[k * NX + i] = f[AT(i, 1, k)];
          by[(NZ + k) * NX + i] = f[AT(i, NY - 2, k)];
        }
#pragma omp for
      for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++) {
          bz[j * NX + i] = f[AT(i, j, 1)];
          bz[(NY + j) * NX + i] = f[AT(i, j, NZ - 2)];
        }
#pragma omp for
      for (int k = 1; k < NZ - 1; k++)
        for (int j = 1; j < NY - 1; j++) {
          f[AT(0, j, k)] = 0.5 * bx[(NZ + k) * NY + j];
          f[AT(NX - 1, j, k)] = 0.5 * bx[k * NY + j] + it;
        }
    }
  }

  double s = 0.0;
  for (size_t q = 0; q < (size_t)NX * NY * NZ; q++)
    s += f[q];
  for (int q = 0; q < 2 * NX * NY; q++)
    s += bz[q] + by[q % (2 * NX * NZ)];
  printf("%.6f\n", s);
  free(f);
  free(bx);
  free(by);
  free(bz);
  return 0;
}
