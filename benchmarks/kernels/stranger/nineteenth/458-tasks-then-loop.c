/* Tasks fill slices of a table, then a worksharing loop reads across them. */
#include <stdio.h>

#define S 64
#define L 4096

static double slice[S][L], mean[L];

int main(void) {
#pragma omp parallel
  {
#pragma omp single
    for (int s = 0; s < S; s++)
#pragma omp task firstprivate(s)
      for (int i = 0; i < L; i++)
        slice[s][i] = (s + 1) * 0.5 + i % 7;
#pragma omp for
    for (int i = 0; i < L; i++) {
      double sum = 0;
      for (int s = 0; s < S; s++)
        sum += slice[s][i];
      mean[i] = sum / S;
    }
  }
  printf("%.6f\n", mean[L / 2]);
  return 0;
}
