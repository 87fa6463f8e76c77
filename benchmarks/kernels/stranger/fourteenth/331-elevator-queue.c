/* Elevator queues of a skyscraper: tiny inner arrays of ints, updated each tick with chunk 1. */
#include <stdio.h>

#define LIFTS 64
#define FLOORS 6
#define TICKS 4000

static int queue[LIFTS][FLOORS];

int main(void) {
#pragma omp parallel
  for (int t = 0; t < TICKS; t++) {
#pragma omp for schedule(static, 1)
    for (int l = 0; l < LIFTS; l++)
      for (int f = 0; f < FLOORS; f++) {
        queue[l][f] += (t * 7 + l * 3 + f) % 4;
        if (queue[l][f] > 9)
          queue[l][f] -= 8;
      }
  }
  long c = 0;
  for (int l = 0; l < LIFTS; l++)
    for (int f = 0; f < FLOORS; f++)
      c = c * 5 % 1000003 + queue[l][f];
  printf("%ld\n", c);
  return 0;
}
