/* particle momenta refresh as three streams; someone pinned the team to three */
#include <stdio.h>
#include <stdlib.h>
#define N 1000000
typedef struct {
  double *a, *b, *c;
} streams;

static void triad(streams s, double k) {
#pragma omp parallel for schedule(static, 333) num_threads(3)
  for (int i = 0; i < N; i++)
    s.a[i] = s.b[i] + k * s.c[i];
}
static void rescale(streams s, double k) {
#pragma omp parallel for schedule(static) num_threads(3) if (N > 10000)
  for (int i = 0; i < N; i++) {
    s.c[i] = k * s.a[i];
    s.b[i] -= 0.5 * s.c[i];
  }
}
int main(void) {
  streams s = {malloc(N * sizeof(double)), malloc(N * sizeof(double)), malloc(N * sizeof(double))};
  for (int i = 0; i < N; i++) {
    s.a[i] = 0;
    s.b[i] = 1.0 + i % 4;
    s.c[i] = 0.25 * (i % 3);
  }
  for (int r = 0; r < 12; r++) {
    triad(s, 0.5);
    rescale(s, 0.1);
  }
  double t = 0;
  for (int i = 0; i < N; i++)
    t += s.a[i];
  printf("%.6f\n", t);
  free(s.a);
  free(s.b);
  free(s.c);
  return 0;
}
