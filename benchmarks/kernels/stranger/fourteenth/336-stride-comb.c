/* Comb filter energy: every 512th sample belongs to one phase, phases dealt to threads. */
#include <stdio.h>
#include <stdlib.h>

#define PHASES 512
#define ROUNDS 4096

static float sig[(size_t)PHASES * ROUNDS];
static float energy[PHASES];

int main(void) {
  for (int i = 0; i < PHASES * ROUNDS; i++)
    sig[i] = (float)((i * 11) % 127 - 63) * 0.1f;

#pragma omp parallel for schedule(static)
  for (int p = 0; p < PHASES; p++) {
    energy[p] = 0.0f;
    for (int r = 0; r < ROUNDS; r++) {
      float x = sig[p + PHASES * r];
      energy[p] += x * x;
    }
  }
  double c = 0.0;
  for (int p = 0; p < PHASES; p++)
    c += energy[p] * (p % 4 + 1);
  printf("%.3f\n", c);
  return 0;
}
