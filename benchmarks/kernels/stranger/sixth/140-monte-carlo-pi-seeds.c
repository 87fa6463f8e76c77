#include <omp.h>
#include <stdio.h>

#define SAMPLES 3000000

static unsigned seed[16];

static float next(volatile unsigned *s) {
  *s = *s * 1664525u + 1013904223u;
  return (float)(*s >> 8) * (1.0f / 16777216.0f);
}

int main(void) {
  long in = 0;
  for (int t = 0; t < 16; t++)
    seed[t] = 1000u + 77u * (unsigned)t;
#pragma omp parallel reduction(+ : in)
  {
    volatile unsigned *mine = &seed[omp_get_thread_num() & 15];
#pragma omp for
    for (int i = 0; i < SAMPLES; i++) {
      float x = next(mine), y = next(mine);
      if (x * x + y * y < 1.0f)
        in++;
    }
  }
  printf("pi ~ %.4f\n", 4.0 * (double)in / SAMPLES);
  return 0;
}
