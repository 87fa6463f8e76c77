/* Labels are counted into a row of each thread, rows of 12 ints. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define CLASSES 12

int main(void) {
  const int n = 500000;
  unsigned char *label = malloc(n);
  for (int i = 0; i < n; i++)
    label[i] = (unsigned char)((i * 2654435761u >> 20) % CLASSES);
  static int count[64][CLASSES];

#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num();
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      count[me][label[i]]++;
  }

  long s = 0;
  for (int t = 0; t < 64; t++)
    for (int c = 0; c < CLASSES; c++)
      s += (long)count[t][c] * (c + 1);
  printf("%ld\n", s);
  free(label);
  return 0;
}
