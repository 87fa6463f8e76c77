/* acoustic wave, 7-point Laplacian, three rotating time levels */
#include <stdio.h>
#include <stdlib.h>
#define NZ 60
#define NY 96
#define NX 112
#define IDX(k, j, i) (((size_t)(k) * NY + (j)) * NX + (i))

static void wave(const float *restrict p0, const float *restrict p1, float *restrict p2, const float *restrict c2) {
#pragma omp parallel for collapse(2) schedule(static)
  for (int k = 1; k < NZ - 1; k++)
    for (int j = 1; j < NY - 1; j++)
      for (int i = 1; i < NX - 1; i++) {
        size_t q = IDX(k, j, i);
        float lap = p1[q - 1] + p1[q + 1] + p1[q - NX] + p1[q + NX] + p1[q - NX * NY] + p1[q + NX * NY] - 6 * p1[q];
        p2[q] = 2 * p1[q] - p0[q] + c2[q] * lap;
      }
}
int main(int argc, char **argv) {
  int steps = argc > 1 ? atoi(argv[1]) : 20;
  size_t n = (size_t)NZ * NY * NX;
  float *p[3], *c2 = malloc(n * sizeof(float));
  for (int t = 0; t < 3; t++)
    p[t] = calloc(n, sizeof(float));
  for (size_t q = 0; q < n; q++)
    c2[q] = q < n / 2 ? 0.10f : 0.16f;
  p[1][IDX(30, 48, 56)] = 1.0f;
  for (int t = 0; t < steps; t++) {
    wave(p[0], p[1], p[2], c2);
    float *w = p[0];
    p[0] = p[1];
    p[1] = p[2];
    p[2] = w;
  }
  double e = 0;
  for (size_t q = 0; q < n; q++)
    e += p[1][q] * p[1][q];
  printf("%.9e\n", e);
  return 0;
}
