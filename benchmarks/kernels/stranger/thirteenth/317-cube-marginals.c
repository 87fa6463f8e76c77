/* Marginal sums of a sales cube [store][item][day]: the middle axis is summed with the wrong inner loop. */
#include <stdio.h>
#include <stdlib.h>

#define S 96
#define I 128
#define D 365

static float cube[S][I][D];
static double perday[S][D];

int main(void) {
#pragma omp parallel for collapse(2)
  for (int s = 0; s < S; s++)
    for (int i = 0; i < I; i++)
      for (int d = 0; d < D; d++)
        cube[s][i][d] = (float)((s * 5 + i * 3 + d) % 50);

#pragma omp parallel for collapse(2) schedule(static)
  for (int s = 0; s < S; s++)
    for (int d = 0; d < D; d++) {
      double a = 0.0;
      for (int i = 0; i < I; i++)
        a += cube[s][i][d];
      perday[s][d] = a;
    }

  double c = 0.0;
  for (int s = 0; s < S; s++)
    for (int d = 0; d < D; d++)
      c += perday[s][d] * (d % 7);
  printf("%.1f\n", c);
  return 0;
}
