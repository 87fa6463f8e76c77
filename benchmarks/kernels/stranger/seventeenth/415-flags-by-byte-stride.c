/* Which genes are expressed: one byte a gene, every second thread's neighbour. */
#include <stdio.h>
#include <stdlib.h>

#define GENES 20000
#define SAMPLES 48

static float level[GENES][SAMPLES];
static unsigned char on[GENES];

int main(void) {
  for (int g = 0; g < GENES; g++)
    for (int s = 0; s < SAMPLES; s++)
      level[g][s] = (float)((g * 13 + s * 7) % 101);

#pragma omp parallel for schedule(static, 1)
  for (int g = 0; g < GENES; g++) {
    float m = 0.0f;
    for (int s = 0; s < SAMPLES; s++)
      m += level[g][s];
    on[g] = m / SAMPLES > 50.0f;
  }

  int k = 0;
  for (int g = 0; g < GENES; g++)
    k += on[g];
  printf("%d\n", k);
  return 0;
}
