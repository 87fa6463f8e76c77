/* Walsh-Hadamard transform in place: butterflies, each stage flat over all pairs. */
#include <stdio.h>
#include <stdlib.h>

#define LG 18
#define N (1 << LG)

static float f[N];

int main(void) {
  for (int i = 0; i < N; i++)
    f[i] = (float)((i * 5 + i / 9) % 16) - 7.5f;
  for (int s = 0; s < LG; s++) {
    int half = 1 << s;
#pragma omp parallel for schedule(static)
    for (int p = 0; p < N / 2; p++) {
      int lo = (p >> s << (s + 1)) | (p & (half - 1));
      float a = f[lo], b = f[lo + half];
      f[lo] = a + b;
      f[lo + half] = a - b;
    }
  }
  double c = 0.0;
  for (int i = 0; i < N; i++)
    c += (double)f[i] * f[i];
  printf("%.1f\n", c / N);
  return 0;
}
