/* Updates a 24-byte price record per iteration in static chunks of 4, so chunks of 96 bytes straddle cache lines. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct quote {
  double price;
  double volume;
  int32_t id;
  int32_t ticks;
};

#define N 400000
#define REPS 25

int main(void) {
  struct quote *q = calloc(N, sizeof *q);
  if (!q)
    return 1;
  for (int i = 0; i < N; i++) {
    q[i].price = 100 + i % 50;
    q[i].volume = i % 7;
    q[i].id = i;
  }

  for (int r = 1; r <= REPS; r++) {
#pragma omp parallel for schedule(static, 4)
    for (int i = 0; i < N; i++) {
      q[i].price *= 1.0 + 0.0001 * ((q[i].id + r) % 3 - 1);
      q[i].volume += q[i].price > 120 ? 1 : 2;
      q[i].ticks++;
    }
  }

  double s = 0;
  for (int i = 0; i < N; i++)
    s += q[i].price + q[i].volume * q[i].ticks;
  printf("%.6f\n", s);
  free(q);
  return 0;
}
