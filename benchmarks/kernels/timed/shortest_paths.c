/* All shortest paths over intermediate points k: many short parallel loops over one matrix. */
#include "../kernel.h"

#ifndef N
#define N 200
#endif

static _Alignas(KERNEL_LINE_BYTES) double path[N][N];

void shortest_paths(void) {
  for (int k = 0; k < N; k++)
#pragma omp parallel for schedule(SCHEDULE)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        double through = path[i][k] + path[k][j];
        path[i][j] = through < path[i][j] ? through : path[i][j];
      }
}

int main(void) {
  kernel_fill(&path[0][0], (size_t)N * N, 1);
  double start = kernel_seconds();
  shortest_paths();
  kernel_report("shortest_paths", kernel_seconds() - start, kernel_sum(&path[0][0], (size_t)N * N));
  return 0;
}
