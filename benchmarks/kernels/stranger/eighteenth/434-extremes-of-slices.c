/* Smallest and largest of each slice, a pair of floats a slice. */
#include <stdio.h>

#define SLICES 3000
#define M 200

static float v[SLICES][M];
static struct {
  float lo, hi;
} range[SLICES];

int main(void) {
  for (int s = 0; s < SLICES; s++)
    for (int i = 0; i < M; i++)
      v[s][i] = (float)((s * 131 + i * 71) % 997);

#pragma omp parallel for schedule(dynamic)
  for (int s = 0; s < SLICES; s++) {
    range[s].lo = range[s].hi = v[s][0];
    for (int i = 1; i < M; i++) {
      if (v[s][i] < range[s].lo)
        range[s].lo = v[s][i];
      if (v[s][i] > range[s].hi)
        range[s].hi = v[s][i];
    }
  }

  double t = 0.0;
  for (int s = 0; s < SLICES; s++)
    t += range[s].hi - range[s].lo;
  printf("%.2f\n", t);
  return 0;
}
