/* Counting sort in three phases: counts of blocks, offsets, places. */
#include <stdio.h>

#define N 800000
#define KEYS 64
#define BLOCKS 16

static unsigned char key[N];
static unsigned count[BLOCKS][KEYS], sorted[N];

int main(void) {
  for (int i = 0; i < N; i++)
    key[i] = (unsigned char)((i * 2654435761u) >> 26);
#pragma omp parallel for schedule(static, 1)
  for (int b = 0; b < BLOCKS; b++)
    for (int i = b * (N / BLOCKS); i < (b + 1) * (N / BLOCKS); i++)
      count[b][key[i]]++;
  unsigned at = 0;
  for (int k = 0; k < KEYS; k++)
    for (int b = 0; b < BLOCKS; b++) {
      unsigned c = count[b][k];
      count[b][k] = at;
      at += c;
    }
#pragma omp parallel for schedule(static, 1)
  for (int b = 0; b < BLOCKS; b++)
    for (int i = b * (N / BLOCKS); i < (b + 1) * (N / BLOCKS); i++)
      sorted[count[b][key[i]]++] = i;
  printf("%u %u\n", sorted[0], sorted[N - 1]);
  return 0;
}
