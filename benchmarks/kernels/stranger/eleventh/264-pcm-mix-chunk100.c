/* mix eight PCM tracks to 16-bit with soft clipping; chunks of 100 samples */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define TRK 8
#define SAMPLES 800000
static int16_t track[TRK][SAMPLES], bus[SAMPLES];
static const int gain[TRK] = {256, 128, 200, 90, 256, 64, 180, 220};

static int16_t soft(int v) {
  if (v > 32767)
    v = 32767;
  if (v < -32768)
    v = -32768;
  return (int16_t)(v - (int)(((long)v * v / 32768 * v) / 32768 / 3));
}
static void mixdown(void) {
#pragma omp parallel for schedule(static, 100)
  for (int n = 0; n < SAMPLES; n++) {
    int acc = 0;
    for (int t = 0; t < TRK; t++)
      acc += track[t][n] * gain[t];
    bus[n] = soft(acc >> 10);
  }
}
int main(void) {
  for (int t = 0; t < TRK; t++)
    for (int n = 0; n < SAMPLES; n++)
      track[t][n] = (int16_t)(((n * (t + 5)) % 4001 - 2000) * 12);
  mixdown();
  long s = 0;
  for (int n = 0; n < SAMPLES; n++)
    s += bus[n] * (n % 3 + 1);
  printf("%ld\n", s);
  return 0;
}
