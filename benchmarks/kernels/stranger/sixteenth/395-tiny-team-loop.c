/* A one-dimensional rod of 3000 points over many steps: a chunk of four
   doubles per turn, ping-pong buffers. */
#include <stdio.h>
#include <stdlib.h>

#define N 3000
#define STEPS 400

int main(void) {
  double *p = malloc(sizeof(double) * (N + 2));
  double *q = malloc(sizeof(double) * (N + 2));
  for (int i = 0; i < N + 2; i++)
    p[i] = q[i] = i == N / 3 ? 1000.0 : 0.0;

#pragma omp parallel num_threads(4)
  for (int s = 0; s < STEPS; s++) {
    double *from = s % 2 ? q : p;
    double *to = s % 2 ? p : q;
#pragma omp for schedule(static, 4)
    for (int i = 1; i <= N; i++)
      to[i] = from[i] + 0.24 * (from[i - 1] - 2.0 * from[i] + from[i + 1]);
  }

  double m = 0.0;
  for (int i = 1; i <= N; i++)
    m += p[i] * i;
  printf("%.9f\n", m);
  free(p);
  free(q);
  return 0;
}
