/* PageRank pull over an in-link CSR whose degrees follow a power law, static chunks of 256 nodes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 100000, ITERS = 20 };

static int start[N + 1], outdeg[N];
static float rank[N], contrib[N];

int main(void) {
  for (int i = 0; i < N; i++)
    start[i + 1] = start[i] + 2 + 40000 / (i + 10);
  const int m = start[N];
  int *from = malloc(m * sizeof(int));
  if (!from)
    return 1;
  unsigned s = 321;
  for (int e = 0; e < m; e++) {
    s = s * 1103515245u + 12345u;
    from[e] = (int)((s >> 4) % N);
    outdeg[from[e]]++;
  }
  for (int i = 0; i < N; i++)
    rank[i] = 1.0f / N;

  for (int it = 0; it < ITERS; it++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      contrib[i] = outdeg[i] ? rank[i] / (float)outdeg[i] : 0.0f;
#pragma omp parallel for schedule(static, 256)
    for (int i = 0; i < N; i++) {
      float r = 0;
      for (int e = start[i]; e < start[i + 1]; e++)
        r += contrib[from[e]];
      rank[i] = 0.15f / N + 0.85f * r;
    }
  }

  double t = 0, mx = 0;
  for (int i = 0; i < N; i++) {
    t += rank[i];
    mx = fmax(mx, rank[i]);
  }
  printf("%.6f %.6e\n", t, mx);
  free(from);
  return 0;
}
