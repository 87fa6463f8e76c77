/* Each thread relaxes its block of a ring and reads the ends of its neighbours. */
#include <omp.h>
#include <stdio.h>

#define N 65536

static double ring[2][N];

int main(void) {
  for (int i = 0; i < N; i++)
    ring[0][i] = i % 100;
  for (int step = 0; step < 20; step++) {
    double *from = ring[step % 2], *to = ring[(step + 1) % 2];
#pragma omp parallel num_threads(2)
    {
      int me = omp_get_thread_num(), team = omp_get_num_threads();
      int begin = me * N / team, end = (me + 1) * N / team;
      for (int i = begin; i < end; i++)
        to[i] = 0.5 * from[i] + 0.25 * (from[(i + N - 1) % N] + from[(i + 1) % N]);
    }
  }
  printf("%.9f\n", ring[0][N / 2]);
  return 0;
}
