/* tiled C += A*B with leading dimension padding; ragged edge tiles */
#include <stdio.h>
#include <stdlib.h>
#define N 370
#define LD 376
#define BS 48
#define MIN(a, b) ((a) < (b) ? (a) : (b))

static void gemm(const double *restrict A, const double *restrict B, double *restrict C) {
#pragma omp parallel for collapse(2) schedule(dynamic)
  for (int ii = 0; ii < N; ii += BS)
    for (int jj = 0; jj < N; jj += BS)
      for (int kk = 0; kk < N; kk += BS)
        for (int i = ii; i < MIN(ii + BS, N); i++)
          for (int k = kk; k < MIN(kk + BS, N); k++) {
            double a = A[i * LD + k];
            for (int j = jj; j < MIN(jj + BS, N); j++)
              C[i * LD + j] += a * B[k * LD + j];
          }
}
int main(void) {
  size_t bytes = sizeof(double) * N * LD;
  double *A = aligned_alloc(64, bytes), *B = aligned_alloc(64, bytes), *C = aligned_alloc(64, bytes);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < LD; j++) {
      A[i * LD + j] = (i + j) % 7 - 3;
      B[i * LD + j] = (i * 3 + j) % 5 - 2;
      C[i * LD + j] = 0;
    }
  gemm(A, B, C);
  double t = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      t += C[i * LD + j] * ((i ^ j) & 3);
  printf("%.1f\n", t);
  free(A);
  free(B);
  free(C);
  return 0;
}
