/* FIR equaliser over interleaved 5.0 audio, channels in parallel */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define CH 5
#define FRAMES 160000
#define TAPS 31
struct fir {
  float tap[TAPS];
  float gain;
};
static float in[FRAMES * CH], out[FRAMES * CH];

static void filter(const struct fir *f) {
#pragma omp parallel for
  for (int c = 0; c < CH; c++)
    for (int n = TAPS - 1; n < FRAMES; n++) {
      float s = 0;
      for (int t = 0; t < TAPS; t++)
        s += f[c].tap[t] * in[(n - t) * CH + c];
      out[n * CH + c] = f[c].gain * s;
    }
}
int main(void) {
  struct fir f[CH];
  for (int c = 0; c < CH; c++) {
    f[c].gain = 1.0f - 0.1f * c;
    for (int t = 0; t < TAPS; t++)
      f[c].tap[t] = (t == 15) ? 0.5f : sinf(0.2f * (c + 1) * (t - 15)) / (3.14159f * (t - 15));
  }
  for (int i = 0; i < FRAMES * CH; i++)
    in[i] = sinf(i * 0.011f) + 0.2f * (i % 3);
  filter(f);
  double e = 0;
  for (int i = 0; i < FRAMES * CH; i++)
    e += out[i] * out[i];
  printf("energy %.4f\n", e);
  return 0;
}
