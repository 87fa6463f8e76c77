/* Resamples short PCM of 6 channels stored interleaved, one channel per parallel iteration (stride 12 bytes). */
#include <stdio.h>
#include <stdlib.h>

#define CH 6
#define NIN 800000
#define NOUT 720000

int main(void) {
  short *in = malloc(sizeof(short) * CH * (NIN + 2));
  short *out = malloc(sizeof(short) * CH * NOUT);
  if (!in || !out)
    return 1;
  for (int i = 0; i < CH * (NIN + 2); i++)
    in[i] = (short)((i % 23328 * 9301 + 49297) % 23328 - 11664);

  for (int rep = 0; rep < 4; rep++) {
#pragma omp parallel for schedule(static, 1)
    for (int c = 0; c < CH; c++) {
      const double step = (double)NIN / NOUT;
      double pos = 0;
      for (int n = 0; n < NOUT; n++) {
        int k = (int)pos;
        double w = pos - k;
        out[n * CH + c] = (short)(in[k * CH + c] * (1 - w) + in[(k + 1) * CH + c] * w);
        pos += step;
      }
    }
    in[rep] = out[rep + 100];
  }

  long h = 0;
  for (int i = 0; i < CH * NOUT; i++)
    h += (long)out[i] * (i % 29);
  printf("%ld\n", h);
  free(in);
  free(out);
  return 0;
}
