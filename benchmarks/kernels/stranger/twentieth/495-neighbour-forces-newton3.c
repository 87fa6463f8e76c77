/* Forces along a chain with action and reaction, links in two colours. */
#include <stdio.h>

#define N 200001

static double x[N], force[N];

int main(void) {
  for (int i = 0; i < N; i++)
    x[i] = i + 0.1 * (i % 7);
  for (int step = 0; step < 5; step++)
    for (int colour = 0; colour < 2; colour++) {
#pragma omp parallel for schedule(static, 4)
      for (int i = colour; i < N - 1; i += 2) {
        double f = x[i + 1] - x[i] - 1.0;
        force[i] += f;
        force[i + 1] -= f;
      }
    }
  printf("%.9f\n", force[N / 2]);
  return 0;
}
