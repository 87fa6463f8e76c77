/* Mean sea level per tide gauge: each thread bumps its own slot of a shared array. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define NREAD 2000000
#define MAXT 64

static float level[NREAD];
static long above[MAXT];
static double height[MAXT];

int main(void) {
  for (int i = 0; i < NREAD; i++)
    level[i] = (float)((i * 7919L) % 1000) * 0.01f - 5.0f;

#pragma omp parallel
  {
    int me = omp_get_thread_num() % MAXT;
#pragma omp for
    for (int i = 0; i < NREAD; i++) {
      if (level[i] > 0.0f) {
        above[me]++;
        height[me] += level[i];
      }
    }
  }

  long n = 0;
  double h = 0.0;
  for (int t = 0; t < MAXT; t++) {
    n += above[t];
    h += height[t];
  }
  printf("above %ld mean %.4f\n", n, h / (double)n);
  return 0;
}
