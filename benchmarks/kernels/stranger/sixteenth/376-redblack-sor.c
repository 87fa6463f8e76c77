/* Red-black relaxation of a membrane with guard columns. */
#include <math.h>
#include <stdio.h>

#define M 402
#define P 410

static double v[M][P];

int main(void) {
  for (int j = 0; j < M; j++) {
    v[j][0] = 1.0;
    v[j][M - 1] = -1.0;
  }
  double res = 0.0;

  for (int it = 0; it < 15; it++) {
    res = 0.0;
    for (int colour = 0; colour < 2; colour++) {
#pragma omp parallel for reduction(max : res) schedule(static)
      for (int j = 1; j < M - 1; j++)
        for (int i = 1 + ((j + colour) & 1); i < M - 1; i += 2) {
          double r = 0.25 * (v[j][i - 1] + v[j][i + 1] + v[j - 1][i] + v[j + 1][i]) - v[j][i];
          v[j][i] += 1.5 * r;
          if (fabs(r) > res)
            res = fabs(r);
        }
    }
  }

  double s = 0.0;
  for (int j = 0; j < M; j++)
    for (int i = 0; i < M; i++)
      s += v[j][i] * (i + 1);
  printf("residual %.6e sum %.8e\n", res, s);
  return 0;
}
