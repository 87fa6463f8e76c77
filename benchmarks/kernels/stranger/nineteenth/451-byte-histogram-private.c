/* Histogram of bytes, each thread in its own row of counters. */
#include <omp.h>
#include <stdio.h>

#define N 3000000

static unsigned char text[N];
static unsigned counts[64][256];

int main(void) {
  for (int i = 0; i < N; i++)
    text[i] = (unsigned char)((i * 2654435761u) >> 13);
#pragma omp parallel
  {
    int me = omp_get_thread_num();
#pragma omp for
    for (int i = 0; i < N; i++)
      counts[me][text[i]]++;
  }
  unsigned total[256] = {0};
  for (int t = 0; t < 64; t++)
    for (int b = 0; b < 256; b++)
      total[b] += counts[t][b];
  printf("%u %u %u\n", total[0], total[100], total[255]);
  return 0;
}
