// Transforms of three dimensions: phases, lines copied to work arrays of a thread, butterflies of stride 2^k, back.
#include <stdio.h>
#ifndef N
#define N 32
#endif
typedef struct {
  double re, im;
} complex_t;
static complex_t x[N][N][N + 1], y[N][N][N + 1];
static double tw[N][N][N + 1];
__attribute__((noinline)) void ftx(void) {
#pragma omp parallel for
  for (int k = 0; k < N; k++)
    for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++) {
        y[k][j][i].re = y[k][j][i].re * tw[k][j][i];
        y[k][j][i].im = y[k][j][i].im * tw[k][j][i];
        x[k][j][i] = y[k][j][i];
      }
#pragma omp parallel for
  for (int k = 0; k < N; k++) {
    complex_t w[16][N + 1];
    for (int jj = 0; jj < N; jj += 16) {
      for (int j = 0; j < 16; j++)
        for (int i = 0; i < N; i++)
          w[j][i] = x[k][j + jj][i];
      for (int j = 0; j < 16; j++)
        for (int i = 0; i < N / 2; i++) {
          w[j][i].re += w[j][i + N / 2].re;
          w[j][i].im += w[j][i + N / 2].im;
        }
      for (int j = 0; j < 16; j++)
        for (int i = 0; i < N; i++)
          x[k][j + jj][i] = w[j][i];
    }
  }
#pragma omp parallel for
  for (int k = 0; k < N; k++) {
    complex_t w[N][16 + 2];
    for (int ii = 0; ii < N; ii += 16) {
      for (int j = 0; j < N; j++)
        for (int i = 0; i < 16; i++)
          w[j][i] = x[k][j][i + ii];
      for (int j = 0; j < N; j++)
        for (int i = 0; i < 16; i++)
          x[k][j][i + ii] = w[N - 1 - j][i];
    }
  }
#pragma omp parallel for
  for (int j = 0; j < N; j++) {
    complex_t w[N][16 + 2];
    for (int ii = 0; ii < N; ii += 16) {
      for (int k = 0; k < N; k++)
        for (int i = 0; i < 16; i++)
          w[k][i] = x[k][j][i + ii];
      for (int k = 0; k < N; k++)
        for (int i = 0; i < 16; i++)
          y[k][j][i + ii] = w[N - 1 - k][i];
    }
  }
}
int main(void) {
  ftx();
  printf("%g\n", y[1][2][3].re);
}
