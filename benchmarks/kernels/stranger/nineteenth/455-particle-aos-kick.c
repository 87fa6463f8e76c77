/* Kick and drift of particles that are structs of 56 bytes, two loops, other chunks. */
#include <stdio.h>
#include <stdlib.h>

#define N 120000

struct particle {
  double pos[3], vel[3];
  int kind, cell;
};

int main(void) {
  struct particle *p = calloc(N, sizeof *p);
  for (int i = 0; i < N; i++)
    for (int d = 0; d < 3; d++)
      p[i].pos[d] = (i * (d + 3)) % 1000, p[i].vel[d] = 0.25 * d;
  for (int step = 0; step < 4; step++) {
#pragma omp parallel for schedule(static, 10)
    for (int i = 0; i < N; i++)
      for (int d = 0; d < 3; d++)
        p[i].vel[d] -= 0.01 * p[i].pos[d];
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      for (int d = 0; d < 3; d++)
        p[i].pos[d] += 0.1 * p[i].vel[d];
      p[i].cell = (int)p[i].pos[0];
    }
  }
  printf("%.6f %d\n", p[N / 2].pos[1], p[N - 1].cell);
  free(p);
  return 0;
}
