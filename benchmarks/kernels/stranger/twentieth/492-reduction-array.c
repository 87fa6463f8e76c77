/* Histogram by a reduction over an array. */
#include <stdio.h>

#define N 1000000
#define B 128

static unsigned char v[N];

int main(void) {
  long bins[B] = {0};
  for (int i = 0; i < N; i++)
    v[i] = (unsigned char)((i * 31) % B);
#pragma omp parallel for reduction(+ : bins[ : B])
  for (int i = 0; i < N; i++)
    bins[v[i]]++;
  printf("%ld %ld\n", bins[0], bins[B - 1]);
  return 0;
}
