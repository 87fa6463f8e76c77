/* Loop pinned to one thread with num_threads(1): chunk 1 writes that would share lines never do. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000000 };

static int out[N];

int main(void) {
  short *in = malloc(N * sizeof *in);
  if (!in)
    return 1;
  for (int i = 0; i < N; i++)
    in[i] = (short)(i % 30011);

  for (int r = 0; r < 25; r++) {
#pragma omp parallel for num_threads(1) schedule(static, 1)
    for (int i = 0; i < N; i++)
      out[i] = out[i] / 2 + in[i] * r;
  }

  long s = 0;
  for (int i = 0; i < N; i++)
    s += out[i];
  printf("%ld\n", s);
  free(in);
  return 0;
}
