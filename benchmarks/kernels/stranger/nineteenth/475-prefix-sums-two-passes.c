/* Prefix sums: sums of blocks, their prefixes, then the blocks again. */
#include <stdio.h>

#define N 2000000
#define BLOCKS 500
#define LENGTH (N / BLOCKS)

static double v[N], block[BLOCKS + 1];

int main(void) {
  for (int i = 0; i < N; i++)
    v[i] = 1.0 / (1 + i % 10);
#pragma omp parallel for schedule(static, 1)
  for (int b = 0; b < BLOCKS; b++) {
    double s = 0;
    for (int i = b * LENGTH; i < (b + 1) * LENGTH; i++)
      s += v[i];
    block[b + 1] = s;
  }
  for (int b = 0; b < BLOCKS; b++)
    block[b + 1] += block[b];
#pragma omp parallel for schedule(static, 1)
  for (int b = 0; b < BLOCKS; b++) {
    double s = block[b];
    for (int i = b * LENGTH; i < (b + 1) * LENGTH; i++) {
      s += v[i];
      v[i] = s;
    }
  }
  printf("%.6f\n", v[N - 1]);
  return 0;
}
