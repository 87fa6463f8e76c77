/* PageRank on a graph with eleven in-links per page, pull form */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
typedef float real;
enum { P = 120000, IN = 11 };

static real iterate(const int *in, const real *contrib, real *rank, real damping) {
  double delta = 0;
#pragma omp parallel for schedule(static) reduction(+ : delta)
  for (int p = 0; p < P; p++) {
    real s = 0;
    for (int k = 0; k < IN; k++)
      s += contrib[in[(size_t)p * IN + k]];
    real nr = (1 - damping) / P + damping * s;
    delta += fabsf(nr - rank[p]);
    rank[p] = nr;
  }
  return (real)delta;
}
int main(void) {
  int *in = malloc(sizeof(int) * P * IN), *outdeg = calloc(P, sizeof(int));
  real *rank = malloc(sizeof(real) * P), *contrib = malloc(sizeof(real) * P), d = 1;
  unsigned s = 777;
  for (int i = 0; i < P * IN; i++) {
    s = s * 1664525u + 1013904223u;
    in[i] = (int)(((unsigned long long)(s >> 8) * (s >> 8) >> 24) % P);
    outdeg[in[i]]++;
  }
  for (int p = 0; p < P; p++)
    rank[p] = 1.0f / P;
  int it = 0;
  for (; it < 20 && d > 1e-7f; it++) {
#pragma omp parallel for schedule(static)
    for (int p = 0; p < P; p++)
      contrib[p] = outdeg[p] ? rank[p] / outdeg[p] : 0;
    d = iterate(in, contrib, rank, 0.85f);
  }
  double c = 0;
  for (int p = 0; p < P; p++)
    c += rank[p] * (p % 10);
  printf("%d iterations %.6f\n", it, c);
  return 0;
}
