/* Distances between all pairs of points, upper triangle, rows on demand. */
#include <math.h>
#include <stdio.h>

#define N 1500

static float px[N], py[N], dist[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    px[i] = (float)(i % 37), py[i] = (float)(i % 53);
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < N; i++)
    for (int j = i; j < N; j++) {
      float dx = px[i] - px[j], dy = py[i] - py[j];
      dist[i][j] = sqrtf(dx * dx + dy * dy);
    }
  printf("%.5f\n", dist[3][N - 1]);
  return 0;
}
