/* The first steps of transforms along the columns of a complex plane 512 wide. */
#include <complex.h>
#include <math.h>
#include <stdio.h>

#define N 512

static float complex z[N][N];
static float complex w[N / 2];

int main(void) {
  for (int k = 0; k < N / 2; k++)
    w[k] = cosf(6.2831853f * k / N) - I * sinf(6.2831853f * k / N);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      z[i][j] = (float)((i * 3 + j) % 17);

#pragma omp parallel for schedule(static)
  for (int col = 0; col < N; col++)
    for (int len = N; len > N / 16; len /= 2)
      for (int from = 0; from < N; from += len)
        for (int k = 0; k < len / 2; k++) {
          float complex u = z[from + k][col], v = z[from + k + len / 2][col];
          z[from + k][col] = u + v;
          z[from + k + len / 2][col] = (u - v) * w[k * (N / len)];
        }

  float s = 0.0f;
  for (int i = 0; i < N; i++)
    s += crealf(z[i][(i * 5) % N]);
  printf("%.4f\n", s);
  return 0;
}
