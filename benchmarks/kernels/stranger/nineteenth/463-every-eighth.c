/* Takes every eighth sample of a long signal, chunks of 2. */
#include <stdio.h>

#define N 4000000

static float signal[N], picked[N / 8];

int main(void) {
  for (int i = 0; i < N; i++)
    signal[i] = (float)(i % 251);
#pragma omp parallel for schedule(static, 2)
  for (int i = 0; i < N / 8; i++)
    picked[i] = 0.5f * signal[8 * i];
  double s = 0;
  for (int i = 0; i < N / 8; i++)
    s += picked[i];
  printf("%.3f\n", s);
  return 0;
}
