/* Lines of a report are computed in parallel and written in order: small
   chunks are what keeps the others from waiting. */
#include <math.h>
#include <stdio.h>

#define N 2000
#define M 400

static double table[N][M];
static char report[N * 24];

int main(void) {
  int used = 0;
#pragma omp parallel for ordered schedule(static, 1)
  for (int i = 0; i < N; i++) {
    double s = 0.0;
    for (int j = 0; j < M; j++) {
      table[i][j] = sqrt((double)(i * j % 1000));
      s += table[i][j];
    }
#pragma omp ordered
    used += snprintf(report + used, 24, "%d %.3f\n", i, s);
  }
  printf("%d\n%.60s", used, report);
  return 0;
}
