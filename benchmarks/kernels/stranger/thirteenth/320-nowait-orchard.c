/* Three independent sweeps over orchard records in one region, nowait between them. */
#include <stdio.h>
#include <stdlib.h>

#define TREES 400000

static float age[TREES], girth[TREES], yield[TREES];
static short grade[TREES];

int main(void) {
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < TREES; i++)
      age[i] = (float)(i % 40);
#pragma omp for schedule(static) nowait
    for (int i = 0; i < TREES; i++)
      girth[i] = 0.1f * age[i] + (float)(i % 5);
#pragma omp for schedule(static) nowait
    for (int i = 0; i < TREES; i++)
      yield[i] = girth[i] * 12.0f - age[i] * 0.3f;
#pragma omp for schedule(static)
    for (int i = 0; i < TREES; i++)
      grade[i] = (short)(yield[i] / 10.0f);
  }
  long c = 0;
  for (int i = 0; i < TREES; i++)
    c += grade[i];
  printf("%ld\n", c);
  return 0;
}
