/* Upper triangle of a distance matrix between expression profiles. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NGENE 400
#define NSAMPLE 48

static float prof[NGENE][NSAMPLE];
static float dist[NGENE][NGENE];

int main(void) {
  for (int g = 0; g < NGENE; g++)
    for (int s = 0; s < NSAMPLE; s++)
      prof[g][s] = (float)((g * 31 + s * 17) % 101) * 0.01f;

#pragma omp parallel for schedule(static)
  for (int a = 0; a < NGENE; a++)
    for (int b = a + 1; b < NGENE; b++) {
      float d = 0.0f;
      for (int s = 0; s < NSAMPLE; s++) {
        float q = prof[a][s] - prof[b][s];
        d += q * q;
      }
      dist[a][b] = sqrtf(d);
    }

  double sum = 0.0;
  for (int a = 0; a < NGENE; a++)
    for (int b = a + 1; b < NGENE; b++)
      sum += dist[a][b];
  printf("sum of distances %.6f\n", sum);
  return 0;
}
