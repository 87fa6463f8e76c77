// A product by blocks that each thread copies into memory of its own, allocated in the region.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 160
#endif
#ifndef B
#define B 32
#endif
__attribute__((noinline)) void dgemmb(int n, const double *restrict a, const double *restrict b, double *restrict c) {
#pragma omp parallel
  {
    double *aa = malloc(B * (B + 4) * 8), *bb = malloc(B * (B + 4) * 8), *cc = malloc(B * (B + 4) * 8);
#pragma omp for
    for (int jj = 0; jj < n; jj += B)
      for (int kk = 0; kk < n; kk += B) {
        for (int j = 0; j < B; j++)
          for (int k = 0; k < B; k++)
            bb[k + (B + 4) * j] = b[(jj + j) * n + kk + k];
        for (int ii = 0; ii < n; ii += B) {
          for (int k = 0; k < B; k++)
            for (int i = 0; i < B; i++)
              aa[i + (B + 4) * k] = a[(kk + k) * n + ii + i];
          for (int j = 0; j < B; j++)
            for (int i = 0; i < B; i++)
              cc[i + (B + 4) * j] = 0;
          for (int k = 0; k < B; k++)
            for (int j = 0; j < B; j++)
              for (int i = 0; i < B; i++)
                cc[i + (B + 4) * j] += aa[i + (B + 4) * k] * bb[k + (B + 4) * j];
          for (int j = 0; j < B; j++)
            for (int i = 0; i < B; i++)
              c[(jj + j) * n + ii + i] += cc[i + (B + 4) * j];
        }
      }
    free(aa);
    free(bb);
    free(cc);
  }
}
int main(void) {
  double *a = calloc(N * N, 8), *b = calloc(N * N, 8), *c = calloc(N * N, 8);
  dgemmb(N, a, b, c);
  printf("%g\n", c[5]);
}
