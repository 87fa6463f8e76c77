/* Only five iterations, each evaluating one long statistic of a shared sample; results land next to each other. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1000000

static double x[N];
static double moment[5];

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = fmod(i * 0.6180339887498949, 1.0);

  for (int rep = 0; rep < 6; rep++) {
#pragma omp parallel for schedule(dynamic)
    for (int k = 0; k < 5; k++) {
      moment[k] = 0;
      for (int i = 0; i < N; i++) {
        double p = 1;
        for (int e = 0; e <= k; e++)
          p *= x[i] - 0.3;
        moment[k] += p;
      }
    }
    x[rep] = moment[rep % 5] / N;
  }

  for (int k = 0; k < 5; k++)
    printf("%.8f ", moment[k] / N);
  printf("\n");
  return 0;
}
