/* FIR filter over a long drum recording; each output sample is its own iteration. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SAMPLES 600000
#define TAPS 48

static float in[SAMPLES + TAPS], out[SAMPLES];
static float tap[TAPS];

int main(void) {
  for (int k = 0; k < TAPS; k++)
    tap[k] = (float)(0.5 - 0.5 * cos(6.283185307 * k / (TAPS - 1))) / TAPS;
  for (int i = 0; i < SAMPLES + TAPS; i++)
    in[i] = (float)((i * 37) % 201 - 100) * 0.01f;

#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < SAMPLES; i++) {
    float acc = 0.0f;
    for (int k = 0; k < TAPS; k++)
      acc += tap[k] * in[i + k];
    out[i] = acc;
  }
  double e = 0.0;
  for (int i = 0; i < SAMPLES; i++)
    e += (double)out[i] * out[i];
  printf("energy %.6f\n", e);
  return 0;
}
