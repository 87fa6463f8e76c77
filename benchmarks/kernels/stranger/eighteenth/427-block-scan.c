/* Sums of all that came before, in blocks: each block's last value is put
   beside the others' into one short array. */
#include <stdio.h>
#include <stdlib.h>

#define N 1048576
#define B 256

static int v[N];
static int sum[N / B];

int main(void) {
  for (int i = 0; i < N; i++)
    v[i] = i % 3;

#pragma omp parallel for schedule(static, 1)
  for (int b = 0; b < N / B; b++) {
    for (int i = b * B + 1; i < (b + 1) * B; i++)
      v[i] += v[i - 1];
    sum[b] = v[(b + 1) * B - 1];
  }
  for (int b = 1; b < N / B; b++)
    sum[b] += sum[b - 1];
#pragma omp parallel for schedule(static, 1)
  for (int b = 1; b < N / B; b++)
    for (int i = b * B; i < (b + 1) * B; i++)
      v[i] += sum[b - 1];

  printf("%d %d\n", v[N / 2], v[N - 1]);
  return 0;
}
