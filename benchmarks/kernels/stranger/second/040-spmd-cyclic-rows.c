/* SPMD region without a worksharing loop: rows of a Hilbert-like matrix are taken cyclically by thread number. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1800
#define REPS 4

int main(void) {
  float *a = malloc(sizeof(float) * N * N);
  float *rowmax = malloc(sizeof(float) * N);
  if (!a || !rowmax)
    return 1;

  for (int rep = 0; rep < REPS; rep++) {
#pragma omp parallel
    {
      const int nt = omp_get_num_threads();
      for (int i = omp_get_thread_num(); i < N; i += nt) {
        rowmax[i] = 0;
        for (int j = 0; j < N; j++) {
          float v = sqrtf((float)((i * 13 + j * 7 + rep) % 1000)) / (float)(i + j + 1);
          a[(size_t)i * N + j] = v;
          if (v > rowmax[i])
            rowmax[i] = v;
        }
      }
    }
  }

  double s = 0;
  for (int i = 0; i < N; i++)
    s += rowmax[i] + a[(size_t)i * N + (i * 3) % N];
  printf("%.7f\n", s);
  free(a);
  free(rowmax);
  return 0;
}
