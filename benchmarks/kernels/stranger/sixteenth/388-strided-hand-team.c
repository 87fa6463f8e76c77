/* Round-robin by hand: thread t takes samples t, t + nt, t + 2 nt, ... */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1000000

static float wave[N], env[N];

int main(void) {
  for (int i = 0; i < N; i++)
    wave[i] = (float)(i % 200 - 100) * 0.01f;

#pragma omp parallel num_threads(8)
  {
    int t = omp_get_thread_num();
    int nt = omp_get_num_threads();
    for (int i = t; i < N; i += nt) {
      float s = 0.0f;
      for (int k = -2; k <= 2; k++)
        if (i + k >= 0 && i + k < N)
          s += wave[i + k] * wave[i + k];
      env[i] = sqrtf(s);
    }
  }

  double c = 0.0;
  for (int i = 0; i < N; i++)
    c += env[i];
  printf("%.4f\n", c);
  return 0;
}
