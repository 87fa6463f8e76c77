/* Pairwise squared distances stored in packed upper-triangular form; rows shrink, schedule(dynamic,3), 64-bit indices. */
#include <stdio.h>
#include <stdlib.h>

#define NPT 2200
#define DIM 12

int main(void) {
  float(*p)[DIM] = malloc(sizeof(float[NPT][DIM]));
  const size_t npair = (size_t)NPT * (NPT - 1) / 2;
  float *d = malloc(npair * sizeof *d);
  if (!p || !d)
    return 1;
  for (int i = 0; i < NPT; i++)
    for (int k = 0; k < DIM; k++)
      p[i][k] = (float)((i * (k + 3)) % 97) / 97.0f;

  for (int rep = 0; rep < 3; rep++) {
#pragma omp parallel for schedule(dynamic, 3)
    for (int i = 0; i < NPT - 1; i++) {
      float *row = d + (size_t)i * (2 * NPT - i - 1) / 2;
      for (int j = i + 1; j < NPT; j++) {
        float s = 0;
        for (int k = 0; k < DIM; k++) {
          float t = p[i][k] - p[j][k];
          s += t * t;
        }
        row[j - i - 1] = s;
      }
    }
    p[rep][0] += d[rep];
  }

  double s = 0;
  for (size_t k = 0; k < npair; k++)
    s += d[k] * (double)(k % 3 + 1);
  printf("%.4f\n", s);
  free(p);
  free(d);
  return 0;
}
