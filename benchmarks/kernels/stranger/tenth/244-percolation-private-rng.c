/* site percolation: spanning probability, scratch and RNG live on the stack */
#include <stdio.h>
#include <stdlib.h>
#define L 48
#define TRIALS 1500

static unsigned next(unsigned *s) {
  *s ^= *s << 13;
  *s ^= *s >> 17;
  *s ^= *s << 5;
  return *s;
}
static int spans(unsigned seed, double p) {
  unsigned char open[L * L];
  short stack[L * L];
  int top = 0;
  for (int i = 0; i < L * L; i++)
    open[i] = (next(&seed) & 0xffff) < p * 65536;
  for (int i = 0; i < L; i++)
    if (open[i]) {
      open[i] = 0;
      stack[top++] = i;
    }
  while (top) {
    int q = stack[--top], y = q / L, x = q % L;
    if (y == L - 1)
      return 1;
    int nb[4] = {y ? q - L : -1, q + L, x ? q - 1 : -1, x < L - 1 ? q + 1 : -1};
    for (int k = 0; k < 4; k++)
      if (nb[k] >= 0 && open[nb[k]]) {
        open[nb[k]] = 0;
        stack[top++] = nb[k];
      }
  }
  return 0;
}
int main(void) {
  int count = 0;
  double p = 0.593;
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : count) firstprivate(p)
  for (int t = 0; t < TRIALS; t++)
    count += spans(2654435761u * (t + 1), p);
  printf("%d of %d span\n", count, TRIALS);
  return 0;
}
