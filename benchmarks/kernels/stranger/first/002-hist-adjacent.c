/* Byte-class histogram, each thread counts into its own row of a small shared table; rows are adjacent in memory. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define NBYTES (24 * 1024 * 1024)
#define NCLASS 5
#define MAXT 64

static int count[MAXT][NCLASS];

static int classify(unsigned char c) {
  if (c < 32)
    return 0;
  if (c < 64)
    return 1;
  if (c < 96)
    return 2;
  if (c < 160)
    return 3;
  return 4;
}

int main(void) {
  unsigned char *buf = malloc(NBYTES);
  if (!buf)
    return 1;
  unsigned x = 12345u;
  for (int i = 0; i < NBYTES; i++) {
    x = x * 1664525u + 1013904223u;
    buf[i] = (unsigned char)(x >> 24);
  }

#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num();
#pragma omp for schedule(static)
    for (int i = 0; i < NBYTES; i++)
      count[me][classify(buf[i])]++;
  }

  for (int c = 0; c < NCLASS; c++) {
    int total = 0;
    for (int t = 0; t < MAXT; t++)
      total += count[t][c];
    printf("%d ", total);
  }
  printf("\n");
  free(buf);
  return 0;
}
