/* Sum of squares, each thread adds to its own element of a small array. */
#include <omp.h>
#include <stdio.h>

#define N 2000000

static double v[N], sum[64];

int main(void) {
  for (int i = 0; i < N; i++)
    v[i] = (i % 1013) * 1e-3;
#pragma omp parallel
  {
    int me = omp_get_thread_num(), team = omp_get_num_threads();
    for (int i = me; i < N; i += team)
      sum[me] += v[i] * v[i];
  }
  double total = 0;
  for (int t = 0; t < 64; t++)
    total += sum[t];
  printf("%.4f\n", total);
  return 0;
}
