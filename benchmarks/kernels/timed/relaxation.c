/* Every other point of each row from its neighbours above and below: half of each line is used. */
#include "../kernel.h"

#ifndef N
#define N 1200
#endif

static _Alignas(KERNEL_LINE_BYTES) double red[N][N], black[N][N];

void relaxation(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j += 2)
      red[i][j] = 0.5 * red[i][j] + 0.125 * (black[i][j - 1] + black[i][j + 1] + black[i - 1][j] + black[i + 1][j]);
}

int main(void) {
  kernel_fill(&red[0][0], (size_t)N * N, 1);
  kernel_fill(&black[0][0], (size_t)N * N, 2);
  double start = kernel_seconds();
  relaxation();
  kernel_report("relaxation", kernel_seconds() - start, kernel_sum(&red[0][0], (size_t)N * N));
  return 0;
}
