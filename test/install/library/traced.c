/* A program for a profile and a trace: 4096 reads of `index`, 4096 of `a` at addresses that only the run knows. */
#include <stdio.h>

static double a[4096];
static int index[4096];

int main(void) {
  double sum = 0;
  for (int i = 0; i < 4096; i++)
    index[i] = i * 37 % 4096;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 4096; i++)
    sum += a[index[i]];
  printf("%g\n", sum);
  return 0;
}
