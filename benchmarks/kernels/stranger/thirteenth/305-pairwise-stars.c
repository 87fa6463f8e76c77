/* Triangular pair loop: minimum separation of stars for each star with a smaller index. */
#include <stdio.h>
#include <stdlib.h>

#define N 4000

static float px[N], py[N], pz[N];
static float nearest[N];

int main(void) {
  unsigned s = 12345u;
  for (int i = 0; i < N; i++) {
    s = s * 1664525u + 1013904223u;
    px[i] = (float)(s >> 8) / 16777216.0f;
    s = s * 1664525u + 1013904223u;
    py[i] = (float)(s >> 8) / 16777216.0f;
    s = s * 1664525u + 1013904223u;
    pz[i] = (float)(s >> 8) / 16777216.0f;
  }
#pragma omp parallel for
  for (int i = 1; i < N; i++) {
    float best = 1e30f;
    for (int j = 0; j < i; j++) {
      float dx = px[i] - px[j], dy = py[i] - py[j], dz = pz[i] - pz[j];
      float d = dx * dx + dy * dy + dz * dz;
      if (d < best)
        best = d;
    }
    nearest[i] = best;
  }
  double c = 0.0;
  for (int i = 1; i < N; i++)
    c += nearest[i];
  printf("sum of nearest %.8f\n", c);
  return 0;
}
