/* Column sums again, by rows with an array reduction over the 200 column accumulators. */
#include <stdio.h>
#include <stdlib.h>

enum { R = 90000, C = 200 };

int main(void) {
  short(*m)[C] = malloc(sizeof(short[R][C]));
  if (!m)
    return 1;
  for (int i = 0; i < R; i++)
    for (int j = 0; j < C; j++)
      m[i][j] = (short)((i * 7 + j * j) % 501 - 250);

  long sum[C] = {0};
  for (int pass = 0; pass < 12; pass++) {
#pragma omp parallel for reduction(+ : sum[ : C]) schedule(static)
    for (int i = 0; i < R; i++)
      for (int j = 0; j < C; j++)
        sum[j] += m[i][j] * (pass + 1);
  }

  long h = 0;
  for (int j = 0; j < C; j++)
    h += (j + 1) * sum[j];
  printf("%ld\n", h);
  free(m);
  return 0;
}
